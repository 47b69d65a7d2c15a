import type { SignedInUser } from '@repairline/contracts/identity/views';
import { Route, Routes, useLocation } from 'react-router-dom';
import { RoleGate, screens } from '../screens';
import { makeStyles, tokens } from '@fluentui/react-components';
import { Suspense, type MouseEvent } from 'react';
import { CACHED_FOR, useCurrentUserQuery } from '../../api/calls/account';
import { Loading } from '../../components/page/loading';
import { mainRegion } from '../../components/input/focus-memory';
import { notPrinted } from '../../components/page/use-is-printed';
import { PartBoundary } from '../../components/late/late-part';
import { ReconnectingBar } from '../../live/reconnecting-bar';
import { useLive } from '../../live/use-live';
import { Header } from './header';
import { QuickIntakeKey } from './quick-intake-key';
import { useScreenFocus } from './screen-focus';
import { useScrollMemory } from './scroll-memory';

const useStyles = makeStyles({
  top: { position: 'sticky', top: 0, zIndex: 10 },
  skip: {
    position: 'absolute',
    left: tokens.spacingHorizontalM,
    top: '-100px',
    ...notPrinted,
    ':focus': {
      top: tokens.spacingVerticalS,
      zIndex: 20,
      backgroundColor: tokens.colorNeutralBackground1,
      padding: tokens.spacingHorizontalS,
    },
  },
  main: { outline: 'none' },
});

/** The frame around everything a signed-in person works in. */
export function Shell({ user }: { user: SignedInUser }) {
  const styles = useStyles();
  const { pathname, key } = useLocation();
  useLive();
  useScrollMemory();
  useScreenFocus();
  return (
    <>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      <div className={styles.top}>
        <Header user={user} />
        <ReconnectingBar />
      </div>
      <main id="content" className={styles.main} tabIndex={-1}>
        <PartBoundary place={key}>
          <Suspense fallback={<Loading />}>
            <ScreenRoutes user={user} />
          </Suspense>
        </PartBoundary>
      </main>
      <QuickIntakeKey user={user} />
      <FreshUser key={pathname} />
    </>
  );
}

/** Leaves the address alone: an entry more in the history would come between a device and the list it was opened from. */
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  scrollTo(0, 0);
  mainRegion()?.focus({ preventScroll: true });
}

/**
 * Rereads the user on each change of screen if the last answer is older than five minutes: their role may have changed.
 */
function FreshUser() {
  useCurrentUserQuery(undefined, { refetchOnMountOrArgChange: CACHED_FOR });
  return null;
}

/** The screen for each address. */
export function ScreenRoutes({ user }: { user: SignedInUser }) {
  return (
    <Routes>
      {screens.map(({ path, Screen, role }) => {
        const screen = <Screen user={user} />;
        const element = role ? (
          <RoleGate user={user} role={role}>
            {screen}
          </RoleGate>
        ) : (
          screen
        );
        return <Route key={path} path={path} element={element} />;
      })}
    </Routes>
  );
}
