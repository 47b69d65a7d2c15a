import type { SignedInUser } from '@repairline/contracts/identity/views';
import { Suspense, useEffect, useState } from 'react';
import { useCurrentUserQuery, useDistrictQuery } from '../api/calls/account';
import { DistrictZone } from '../components/time/district-zone';
import { useLoaded } from '../components/late/late-part';
import { Loading } from '../components/page/loading';
import { ErrorState } from '../components/page/states';
import { loadScreenAt, Shell, SignIn } from './screens';

/** Shows signed-out visitors the login screen at any address, and everyone else the product. */
export function SignedInGate() {
  const { data: user, error, isFetching, refetch } = useCurrentUserQuery();
  // Loaded with the user, so that no day or time first shows in another zone.
  const { isLoading: zoneUnknown } = useDistrictQuery();
  // Fetched while the server is still asked who is signed in: hardly anyone opens the page to sign in.
  const isScreenLoaded = useLoaded(loadFirstScreen);
  const isSignInLoaded = useLoaded(SignIn.load, user === null);
  const endedFor = useEndedSignIn(user);
  useAudiblePage(user === null);

  if (user === undefined || (user ? zoneUnknown || !isScreenLoaded : !isSignInLoaded)) {
    return (
      <main>
        {user === undefined && error && !isFetching ? (
          <ErrorState title="Failed to fetch user" heading="h1" error={error} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )}
      </main>
    );
  }
  return (
    <Suspense fallback={<Loading />}>
      {user ? (
        <DistrictZone>
          <Shell key={user.id} user={user} />
        </DistrictZone>
      ) : (
        <SignIn endedFor={endedFor} />
      )}
    </Suspense>
  );
}

const loadFirstScreen = () => loadScreenAt(window.location.pathname);

/** The id of the person whose sign-in ended while they used the page, until the next sign-in. */
function useEndedSignIn(user: SignedInUser | null | undefined): string | undefined {
  const [last, setLast] = useState<string>();
  if (user && user.id !== last) setLast(user.id);
  return user === null ? last : undefined;
}

/**
 * An open dialog hides the page behind it from screen readers. When a sign-in ends and takes the dialog away, the page
 * stays hidden; this unhides it.
 */
function useAudiblePage(signedOut: boolean): void {
  useEffect(() => {
    if (signedOut) document.getElementById('root')?.removeAttribute('aria-hidden');
  }, [signedOut]);
}
