import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export interface LiveState {
  /** `lost` from when a connection breaks until it is back. */
  connection: 'connecting' | 'open' | 'lost';
  /** Asset numbers whose rows someone else has just changed, in the order of their first change. */
  flashing: string[];
}
export interface WithLive {
  live: LiveState;
}

const initialState: LiveState = { connection: 'connecting', flashing: [] };

export const liveSlice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    connectionOpened: (state) => {
      state.connection = 'open';
    },
    connectionLost: (state) => {
      state.connection = 'lost';
    },
    connectionClosed: () => initialState,
    flashed: (state, { payload }: PayloadAction<string[]>) => {
      state.flashing = payload;
    },
  },
});

export const { connectionOpened, connectionLost, connectionClosed, flashed } = liveSlice.actions;
