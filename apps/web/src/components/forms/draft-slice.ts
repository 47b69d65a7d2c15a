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
