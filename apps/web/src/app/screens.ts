import { lazy } from 'react';

// Each screen is a download of its own, started as soon as its route is requested.
export const DeviceManagement = lazy(() =>
  import('./device-management').then(({ DeviceManagement: component }) => ({ default: component })),
);
export const DeviceDetail = lazy(() =>
  import('../features/device-detail/device-detail').then(({ DeviceDetail: component }) => ({ default: component })),
);
export const CompletedRepairs = lazy(() =>
  import('../features/billing/completed-repairs').then(({ CompletedRepairs: component }) => ({ default: component })),
);
export const AnalyticsDashboard = lazy(() =>
  import('../features/analytics/analytics-dashboard').then(({ AnalyticsDashboard: component }) => ({
    default: component,
  })),
);
export const AdminPanel = lazy(() =>
  import('../features/admin/admin-panel').then(({ AdminPanel: component }) => ({ default: component })),
);
export const RoleGate = lazy(() => import('./role-gate').then(({ RoleGate: component }) => ({ default: component })));
export const MyWorkbench = lazy(() =>
  import('../features/workbench/my-workbench').then(({ MyWorkbench: component }) => ({ default: component })),
);
export const ProfileSettings = lazy(() =>
  import('../features/profile/profile-settings').then(({ ProfileSettings: component }) => ({ default: component })),
);
export const SystemStatus = lazy(() =>
  import('../features/status/system-status').then(({ SystemStatus: component }) => ({ default: component })),
);
export const PageNotFound = lazy(() =>
  import('./page-not-found').then(({ PageNotFound: component }) => ({ default: component })),
);
