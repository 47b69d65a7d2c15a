import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import { api } from './api';
import { isCallError } from './call-error';

const AUTH_CALLS = new Set(['currentUser', 'signIn', 'signOut']);

/** After a 401 from any call, asks again who is signed in; the answer decides which screen shows. */
export const refetchUserOn401: Middleware =
  ({ dispatch }) =>
  (next) =>
  (action) => {
    const result = next(action);
    if (isRejectedWithValue(action) && isCallError(action.payload) && action.payload.status === 401) {
      const { arg } = action.meta as { arg?: { endpointName?: string } };
      if (!AUTH_CALLS.has(arg?.endpointName ?? '')) dispatch(api.util.invalidateTags(['CurrentUser']));
    }
    return result;
  };
