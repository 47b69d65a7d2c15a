import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit';

export interface Toast {
  id: string;
  title: string;
  body?: string;
  intent: 'default' | 'destructive';
}
export interface WithToast {
  toast: Toast | null;
}

/** One at a time: a new toast takes the place of the one that shows. */
export const toastSlice = createSlice({
  name: 'toast',
  initialState: null as Toast | null,
  reducers: {
    toastShown: {
      reducer: (_, { payload }: PayloadAction<Toast>) => payload,
      prepare: (toast: Omit<Toast, 'id' | 'intent'> & Partial<Pick<Toast, 'intent'>>) => ({
        payload: { intent: 'default' as const, ...toast, id: nanoid() },
      }),
    },
    toastClosed: (state, { payload }: PayloadAction<string>) => (state?.id === payload ? null : state),
  },
});

export const { toastShown, toastClosed } = toastSlice.actions;
