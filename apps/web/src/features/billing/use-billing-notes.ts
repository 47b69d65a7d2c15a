import { billingNotes as notesSchema } from '@repairline/contracts/billing/requests';
import type { BillingItem } from '@repairline/contracts/billing/views';
import { useRef, useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { useWriteBillingNotesMutation } from './billing-api';
import { isChangedMeanwhile } from '../../api/call-error';
import { useRereadDevice } from '../../api/calls/devices';
import { draftDropped, draftKept, type FormValues, type WithDrafts } from '../../components/forms/drafts';
import { changedMeanwhile } from '../../components/forms/use-warnings';
import { useToast } from '../../components/toasts/use-toast';

/** How editing ended: nothing was open, nothing needed saving, saved, or refused and still open. */
export type NotesSaved = 'closed' | 'unchanged' | 'written' | 'failed';

/** `over`: the notes at the time when typing began, or the newer ones that this person has since been told of. */
interface Draft extends FormValues {
  notes: string;
  over: string;
}

export type NotesEditor = ReturnType<typeof useBillingNotes>;

/**
 * The notes of an item's device, and the draft that would replace them. The draft survives failures and leaving the
 * screen, and overwrites what others wrote in the meantime only after this person has been told of it. Without changes,
 * nothing is sent.
 */
export function useBillingNotes({ id, device }: BillingItem) {
  const notes = device.billingNotes;
  const { draft, typed, keep, replace, drop, settle } = useNotesDraft(`billing-notes-${id}`);
  const [told, tell] = useState<{ error?: string; warning?: string }>({});
  const { send, saving } = useSentNotes(device);
  const underWay = useRef<Promise<NotesSaved>>(undefined);

  const type = (text: string) => {
    tell({});
    keep({ notes: text, over: typed ? typed.over : notes });
  };
  const close = () => {
    tell({});
    drop();
  };

  /** Saving again replaces what others have written. */
  const ask = (over: string) => {
    tell({ warning: changedMeanwhile(over) });
    replace(over);
  };

  const write = async (): Promise<NotesSaved> => {
    if (!draft) return 'closed';
    if (!typed) {
      close();
      return 'unchanged';
    }
    const parsed = notesSchema.safeParse({ billingNotes: typed.notes });
    if (!parsed.success) {
      tell({ error: parsed.error.issues[0]?.message });
      return 'failed';
    }
    const wanted = parsed.data.billingNotes ?? '';
    if (wanted !== notes) {
      if (typed.over !== notes) {
        ask(notes);
        return 'failed';
      }
      const sent = await send(wanted, notes);
      if (typeof sent === 'string') ask(sent);
      if (sent !== true) return 'failed';
    }
    tell({});
    settle(typed.notes, wanted);
    return wanted === notes ? 'unchanged' : 'written';
  };

  const save = () =>
    (underWay.current ??= write().finally(() => {
      underWay.current = undefined;
    }));

  return {
    notes,
    typed: typed?.notes ?? (draft && notes),
    ...told,
    saving,
    open: () => keep({ notes, over: notes }),
    type,
    close,
    save,
  };
}

function useSentNotes({ id: deviceId, barcodeNumber }: BillingItem['device']) {
  const [writeNotes, { isLoading: saving }] = useWriteBillingNotesMutation();
  const reread = useRereadDevice(barcodeNumber);
  const { toast, failed } = useToast();
  /** Returns whether they were written or, if others have written since, what. */
  const send = async (billingNotes: string, over: string): Promise<boolean | string> => {
    try {
      await writeNotes({ barcodeNumber, deviceId, billingNotes, over }).unwrap();
      toast('Billing notes updated successfully');
      return true;
    } catch (thrown) {
      const now = isChangedMeanwhile(thrown) ? await reread().catch(() => undefined) : undefined;
      if (now) return now.billingNotes;
      failed(thrown, 'Failed to update billing notes');
      return false;
    }
  };
  return { send, saving };
}

function useNotesDraft(form: string) {
  const dispatch = useDispatch();
  const store = useStore<WithDrafts>();
  const draft = useSelector(({ drafts }: WithDrafts) => drafts[form]) as Draft | undefined;
  const keep = (values: Draft) => {
    dispatch(draftKept({ form, values }));
  };
  const drop = () => {
    dispatch(draftDropped(form));
  };
  return {
    draft,
    typed: draft && draft.notes !== draft.over ? draft : undefined,
    keep,
    /** The draft is meant to replace these notes. */
    replace: (over: string) => {
      const now = store.getState().drafts[form] as Draft | undefined;
      if (now) keep({ ...now, over });
    },
    drop,
    /** Closes the draft that was saved as `written`. Text typed since then stays open on top of it. */
    settle: (sent: string, written: string) => {
      const now = store.getState().drafts[form] as Draft | undefined;
      if (now && now.notes !== sent) keep({ ...now, over: written });
      else drop();
    },
  };
}
