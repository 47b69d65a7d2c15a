import { useMemo } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { draftDropped, draftKept, type FormValues, type WithDrafts } from './draft-slice';

/** The draft of the form with that name; a form without a name keeps none. */
export function useDraft<Values extends FormValues>(name: string | undefined) {
  const dispatch = useDispatch();
  const store = useStore<WithDrafts>();
  return useMemo(
    () => ({
      kept: () => (name ? (store.getState().drafts[name] as Partial<Values> | undefined) : undefined),
      keep(values: Partial<Values>) {
        if (name) dispatch(draftKept({ form: name, values: values as FormValues }));
      },
      forget() {
        if (name) dispatch(draftDropped(name));
      },
    }),
    [dispatch, store, name],
  );
}
