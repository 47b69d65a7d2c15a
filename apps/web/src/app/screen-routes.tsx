import type { SignedInUser } from '@repairline/contracts/identity/views';
import { Route, Routes } from 'react-router-dom';
import {
  AdminPanel,
  AnalyticsDashboard,
  CompletedRepairs,
  DeviceDetail,
  DeviceManagement,
  MyWorkbench,
  PageNotFound,
  ProfileSettings,
  RoleGate,
  SystemStatus,
} from './screens';

/** The screen for each address. */
export function ScreenRoutes({ user }: { user: SignedInUser }) {
  return (
    <Routes>
      <Route path="/" element={<DeviceManagement user={user} />} />
      <Route path="/devices" element={<DeviceManagement user={user} />} />
      <Route path="/devices/:barcode" element={<DeviceDetail user={user} />} />
      <Route path="/completed-repairs" element={<CompletedRepairs user={user} />} />
      <Route
        path="/analytics"
        element={
          <RoleGate user={user} role="Admin">
            <AnalyticsDashboard />
          </RoleGate>
        }
      />
      <Route path="/technician" element={<MyWorkbench user={user} />} />
      <Route
        path="/admin"
        element={
          <RoleGate user={user} role="Admin">
            <AdminPanel user={user} />
          </RoleGate>
        }
      />
      <Route
        path="/admin/status"
        element={
          <RoleGate user={user} role="Admin">
            <SystemStatus />
          </RoleGate>
        }
      />
      <Route path="/profile" element={<ProfileSettings user={user} />} />
      <Route path="*" element={<PageNotFound />} />
    </Routes>
  );
}
