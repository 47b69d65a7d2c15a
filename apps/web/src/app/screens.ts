import type { Role, SignedInUser } from '@repairline/contracts/identity/views';
import { matchPath } from 'react-router-dom';
import { latePart, type LatePart } from '../components/late/late-part';

interface Screen {
  path: string;
  Screen: LatePart<{ user: SignedInUser }>;
  /** Only people with this role see the screen. */
  role?: Role;
}

export const SignIn = latePart(() => import('../features/sign-in/sign-in').then(({ SignIn: component }) => component));
export const Shell = latePart(() => import('./shell/shell').then(({ Shell: component }) => component));
export const RoleGate = latePart(() => import('./role-gate').then(({ RoleGate: component }) => component));

// Menus are a large part of the component library; the page shows before they are loaded.
export const FoldedLinks = latePart(() =>
  import('./shell/folded-links').then(({ FoldedLinks: component }) => component),
);
export const ThemeMenu = latePart(() => import('./shell/theme-menu').then(({ ThemeMenu: component }) => component));
export const UserMenu = latePart(() => import('./shell/user-menu').then(({ UserMenu: component }) => component));

const DeviceManagement = latePart(() =>
  import('./device-management').then(({ DeviceManagement: component }) => component),
);

/** The screen for each address; the first that matches is shown. */
export const screens: readonly Screen[] = [
  { path: '/', Screen: DeviceManagement },
  { path: '/devices', Screen: DeviceManagement },
  {
    path: '/devices/:barcode',
    Screen: latePart(() => import('../features/device-detail/device-detail').then(({ DeviceDetail }) => DeviceDetail)),
  },
  {
    path: '/completed-repairs',
    Screen: latePart(() =>
      import('../features/billing/completed-repairs').then(({ CompletedRepairs }) => CompletedRepairs),
    ),
  },
  {
    path: '/analytics',
    Screen: latePart(() =>
      import('../features/analytics/analytics-dashboard').then(({ AnalyticsDashboard }) => AnalyticsDashboard),
    ),
    role: 'Admin',
  },
  {
    path: '/technician',
    Screen: latePart(() => import('../features/workbench/my-workbench').then(({ MyWorkbench }) => MyWorkbench)),
  },
  {
    path: '/admin',
    Screen: latePart(() => import('../features/admin/admin-panel').then(({ AdminPanel }) => AdminPanel)),
    role: 'Admin',
  },
  {
    path: '/admin/status',
    Screen: latePart(() => import('../features/status/system-status').then(({ SystemStatus }) => SystemStatus)),
    role: 'Admin',
  },
  {
    path: '/profile',
    Screen: latePart(() =>
      import('../features/profile/profile-settings').then(({ ProfileSettings }) => ProfileSettings),
    ),
  },
  { path: '*', Screen: latePart(() => import('./page-not-found').then(({ PageNotFound }) => PageNotFound)) },
];

/**
 * Loads the shell and the screen at the path, and begins to load the menus. Also ends if something cannot be fetched;
 * showing it will fail.
 */
export async function loadScreenAt(pathname: string): Promise<void> {
  const found = screens.find(({ path }) => matchPath(path, pathname));
  const parts = [Shell, ...(found ? [found.Screen] : []), ...(found?.role ? [RoleGate] : [])];
  const loaded = Promise.allSettled(parts.map(({ load }) => load()));
  void Promise.allSettled([FoldedLinks, ThemeMenu, UserMenu].map(({ load }) => load()));
  await loaded;
}
