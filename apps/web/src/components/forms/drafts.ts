import { useMemo } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type FormValues = Record<string, string | boolean>;
export interface WithDrafts {
  drafts: Record<string, FormValues>;
}

const none: WithDrafts['drafts'] = {};

/**
 * Text typed into forms that were left before they were sent. Lost with the page, and stored only while the page
 * reloads itself.
 */
export const draftSlice = createSlice({
  name: 'drafts',
  initialState: none,
  reducers: {
    draftKept: (drafts, { payload }: PayloadAction<{ form: string; values: FormValues }>) => {
      drafts[payload.form] = payload.values;
    },
    draftDropped: (drafts, { payload }: PayloadAction<string>) => {
      delete drafts[payload];
    },
    draftsDropped: () => ({}),
  },
});

export const { draftKept, draftDropped, draftsDropped } = draftSlice.actions;

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
