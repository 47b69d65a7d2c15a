import type { SignedInUser } from '@repairline/contracts/identity/views';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useCurrentUserQuery, useDistrictQuery } from '../api/account';
import { DistrictZone } from '../components/district-zone';
import { Loading } from '../components/loading';
import { ErrorState } from '../components/states';

const SignIn = lazy(() =>
  import('../features/sign-in/sign-in').then(({ SignIn: component }) => ({ default: component })),
);
const Shell = lazy(() => import('./shell/shell').then(({ Shell: component }) => ({ default: component })));

/** Shows signed-out visitors the login screen at any address, and everyone else the product. */
export function SignedInGate() {
  const { data: user, error, isFetching, refetch } = useCurrentUserQuery();
  // Loaded with the user, so that no day or time first shows in another zone.
  const { isLoading: zoneUnknown } = useDistrictQuery();
  const endedFor = useEndedSignIn(user);
  useAudiblePage(user === null);

  if (user === undefined || (user && zoneUnknown)) {
    return (
      <main>
        {isFetching || !error ? (
          <Loading />
        ) : (
          <ErrorState title="Failed to fetch user" heading="h1" error={error} onRetry={() => void refetch()} />
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
