import { billingNotes as notesSchema } from '@repairline/contracts/billing/commands';
import type { BillingItem } from '@repairline/contracts/billing/views';
import { useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useWriteBillingNotesMutation } from '../../api/billing';
import { draftDropped, draftKept, type WithDrafts } from '../../components/forms/draft-slice';
import { useToast } from '../../components/toasts/use-toast';

/** How the notes were left: nothing was open, nothing had to be written, written, or refused and still open. */
export type NotesSaved = 'closed' | 'unchanged' | 'written' | 'failed';

export type NotesEditor = ReturnType<typeof useBillingNotes>;

/** The notes of an item's device, and what is being typed over them. What was typed outlives a failure and the screen. */
export function useBillingNotes({ id, barcodeNumber, device }: BillingItem) {
  const form = `billing-notes-${id}`;
  const dispatch = useDispatch();
  const typed = useSelector(({ drafts }: WithDrafts) => drafts[form]?.notes);
  const [writeNotes] = useWriteBillingNotesMutation();
  const { toast, failed } = useToast();
  const [error, setError] = useState<string>();
  const saving = useRef<Promise<NotesSaved>>(undefined);

  const notes = device.billingNotes;

  const type = (text: string) => {
    setError(undefined);
    dispatch(draftKept({ form, values: { notes: text } }));
  };
  const close = () => {
    setError(undefined);
    dispatch(draftDropped(form));
  };

  const write = async (): Promise<NotesSaved> => {
    if (typeof typed !== 'string') return 'closed';
    const parsed = notesSchema.safeParse({ billingNotes: typed });
    if (!parsed.success) {
      setError(parsed.error.issues[0]?.message);
      return 'failed';
    }
    const wanted = parsed.data.billingNotes ?? '';
    if (wanted !== notes) {
      try {
        await writeNotes({ barcodeNumber, billingNotes: wanted }).unwrap();
      } catch (thrown) {
        failed(thrown, 'Failed to update billing notes');
        return 'failed';
      }
      toast('Billing notes updated successfully');
    }
    close();
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
    typed: typeof typed === 'string' ? typed : undefined,
    error,
    open: () => type(notes),
    type,
    close,
    save,
  };
}
