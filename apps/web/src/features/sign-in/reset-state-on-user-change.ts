import { isRejectedWithValue, type Middleware } from '@reduxjs/toolkit';
import type { Role } from '@repairline/contracts/identity/views';
import { accountApi } from '../../api/calls/account';
import { api } from '../../api/api';
import { isCallError } from '../../api/call-error';
import { draftsDropped } from '../../components/forms/drafts';

/**
 * What one person typed or was shown is never shown to another, however the other came to be signed in: here, in
 * another tab, or while this page was frozen. After a reload, the drafts belong to the person who is signed in then; if
 * nobody is, the next sign-in discards them.
 *
 * For the same person in another role, the lists of devices are reread: only Admins see deprovisioned devices in them.
 */
export const resetStateOnUserChange: Middleware = ({ dispatch }) => {
  let typist: string | null | undefined;
  let shown: string | null = null;
  let role: Role | undefined;
  return (next) => (action) => {
    if (!accountApi.endpoints.currentUser.matchFulfilled(action)) return next(action);
    const user = action.payload;
    const id = user?.id ?? null;
    const isAnother = id !== null && typist !== undefined && typist !== id;
    const sawNoSignOut = isAnother && shown !== null;
    const isRoleNew = user !== null && role !== undefined && user.role !== role;
    typist = id ?? typist ?? null;
    shown = id;
    role = user?.role ?? role;
    if (isAnother) dispatch(draftsDropped());
    const result: unknown = next(action);
    if (sawNoSignOut) dispatch(api.util.resetApiState());
    else if (isRoleNew) dispatch(api.util.invalidateTags(['DevicePages', 'DeviceList']));
    return result;
  };
};

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
