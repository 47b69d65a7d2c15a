import type { SignedInUser } from '@repairline/contracts/identity/views';
import { Route, Routes } from 'react-router-dom';
import { RoleGate, screens } from './screens';

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
