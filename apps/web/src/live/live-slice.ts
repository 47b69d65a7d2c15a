import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface LiveState {
  /** `lost` from when a connection breaks until it is back. */
  connection: 'connecting' | 'open' | 'lost';
  /** What is said about a connection that stays away. */
  note: string | undefined;
  /** Asset numbers whose rows someone else has just changed, in the order of their first change. */
  markedRows: string[];
}
export interface WithLive {
  live: LiveState;
}

export const initialLive: LiveState = { connection: 'connecting', note: undefined, markedRows: [] };

export const liveSlice = createSlice({
  name: 'live',
  initialState: initialLive,
  reducers: {
    liveChanged: (state, { payload }: PayloadAction<Partial<LiveState>>) => ({ ...state, ...payload }),
  },
});

export const { liveChanged } = liveSlice.actions;
