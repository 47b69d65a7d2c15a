import { billingNotes as notesSchema } from '@repairline/contracts/billing/commands';
import type { BillingItem } from '@repairline/contracts/billing/views';
import { useRef, useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { useWriteBillingNotesMutation } from '../../api/billing';
import { draftDropped, draftKept, type FormValues, type WithDrafts } from '../../components/forms/draft-slice';
import { useToast } from '../../components/toasts/use-toast';

/** Of somebody else's notes, in a message. */
const SHOWN_CHARACTERS = 200;

/** How the notes were left: nothing was open, nothing had to be written, written, or refused and still open. */
export type NotesSaved = 'closed' | 'unchanged' | 'written' | 'failed';

/** `over`: the notes that were there when typing began, or that this person has been told of since. */
interface Draft extends FormValues {
  notes: string;
  over: string;
}

export type NotesEditor = ReturnType<typeof useBillingNotes>;

/**
 * The notes of an item's device, and what is being typed over them. What was typed outlives a failure and the screen, and
 * does not replace what others wrote meanwhile before this person has been told of it. Where nothing was typed, nothing is sent.
 */
export function useBillingNotes({ id, barcodeNumber, device: { billingNotes: notes } }: BillingItem) {
  const { draft, typed, keep, drop, settle } = useNotesDraft(`billing-notes-${id}`);
  const [writeNotes] = useWriteBillingNotesMutation();
  const { toast, failed } = useToast();
  const [error, setError] = useState<string>();
  const saving = useRef<Promise<NotesSaved>>(undefined);

  const type = (text: string) => {
    setError(undefined);
    keep({ notes: text, over: typed ? typed.over : notes });
  };
  const close = () => {
    setError(undefined);
    drop();
  };

  const write = async (): Promise<NotesSaved> => {
    if (!draft) return 'closed';
    if (!typed) {
      close();
      return 'unchanged';
    }
    const parsed = notesSchema.safeParse({ billingNotes: typed.notes });
    if (!parsed.success) {
      setError(parsed.error.issues[0]?.message);
      return 'failed';
    }
    const wanted = parsed.data.billingNotes ?? '';
    if (wanted !== notes) {
      if (typed.over !== notes) {
        setError(changedMeanwhile(notes));
        keep({ ...typed, over: notes });
        return 'failed';
      }
      try {
        await writeNotes({ barcodeNumber, billingNotes: wanted }).unwrap();
      } catch (thrown) {
        failed(thrown, 'Failed to update billing notes');
        return 'failed';
      }
      toast('Billing notes updated successfully');
    }
    setError(undefined);
    settle(typed.notes, wanted);
    return wanted === notes ? 'unchanged' : 'written';
  };

  const save = (): Promise<NotesSaved> => {
    saving.current ??= write().finally(() => {
      saving.current = undefined;
    });
    return saving.current;
  };

  return {
    notes,
    typed: typed?.notes ?? (draft && notes),
    error,
    open: () => keep({ notes, over: notes }),
    type,
    close,
    save,
  };
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
    drop,
    /** Ends with what was sent, which is there as `written` now. What has been typed on since stays open over it. */
    settle: (sent: string, written: string) => {
      const now = store.getState().drafts[form] as Draft | undefined;
      if (now && now.notes !== sent) keep({ ...now, over: written });
      else drop();
    },
  };
}

function changedMeanwhile(notes: string): string {
  if (!notes) return 'The notes have been removed in the meantime. Save again to keep yours.';
  const shown = notes.length > SHOWN_CHARACTERS ? `${notes.slice(0, SHOWN_CHARACTERS)}…` : notes;
  return `The notes have been changed to “${shown}” in the meantime. Save again to replace them.`;
}
