import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { api } from '../../api/api';

const elsewhereApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Separate from `currentUser`, whose answer would show what was read for the previous person. */
    signedInElsewhere: build.query<SignedInUser | null, void>({
      queryFn: async (_, __, ___, call) => {
        const { data } = await call('auth/user');
        return { data: data ? (data as { user: SignedInUser }).user : null };
      },
    }),
  }),
});

/**
 * A person who signs in in another tab is signed in here too as soon as this tab is looked at, except while this tab is
 * `busy` signing in itself.
 */
export function useSignInElsewhere(busy: boolean): void {
  const dispatch = useDispatch();
  const [ask] = elsewhereApi.useLazySignedInElsewhereQuery();
  useEffect(() => {
    if (busy) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const { data: user } = await ask();
      if (user && !signal.aborted) dispatch(api.util.resetApiState());
    };
    const onLook = () => void look();
    addEventListener('focus', onLook, { signal });
    document.addEventListener('visibilitychange', onLook, { signal });
    return () => ended.abort();
  }, [ask, busy, dispatch]);
}
