import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export interface Toast {
  id: string;
  title: string;
  body?: string;
  intent: 'default' | 'destructive';
  /** How long it shows, in milliseconds. */
  shownFor: number;
}

const SHOWN_FOR = 5000;

export interface WithToast {
  toast: Toast | null;
}

/** One at a time: a new toast replaces the one on the screen. */
export const toastSlice = createSlice({
  name: 'toast',
  initialState: null as Toast | null,
  reducers: {
    toastShown: {
      reducer: (_, { payload }: PayloadAction<Toast>) => payload,
      prepare: (toast: Pick<Toast, 'title'> & Partial<Omit<Toast, 'id'>>) => ({
        payload: { intent: 'default' as const, shownFor: SHOWN_FOR, ...toast, id: nanoid() },
      }),
    },
    toastClosed: (state, { payload }: PayloadAction<string>) => (state?.id === payload ? null : state),
  },
});

export const { toastShown, toastClosed } = toastSlice.actions;
