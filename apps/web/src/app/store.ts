import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { api } from '../api/api';
import { draftSlice } from '../components/forms/drafts';
import { takeDrafts } from '../components/forms/drafts-over-reload';
import { toastSlice } from '../components/toasts/toast-slice';
import { refetchUserOn401, resetStateOnUserChange } from '../features/sign-in/reset-state-on-user-change';
import { liveSlice } from '../live/live-slice';

const reducer = combineReducers({
  [api.reducerPath]: api.reducer,
  toast: toastSlice.reducer,
  drafts: draftSlice.reducer,
  live: liveSlice.reducer,
});

export const store = configureStore({
  reducer,
  preloadedState: { drafts: takeDrafts() },
  middleware: (defaults) => defaults().concat(api.middleware, refetchUserOn401, resetStateOnUserChange),
  // By default, subscribers are notified in the next animation frame, which a busy page draws late.
  enhancers: (defaults) => defaults({ autoBatch: { type: 'tick' } }),
});

// Notifies the queries that refetch when the window regains the focus.
setupListeners(store.dispatch);
