import type { DeviceStatus } from '@repairline/contracts/repairs/views';
import { fireEvent, screen } from '@testing-library/react';
import { deviceWith } from '../testing/device';
import { Refusal } from '../testing/form-store';
import { admin, findToast, member, openScreen } from '../testing/open-screen';
import { DeviceActions } from './device-actions';

const SCRAP = 'POST admin/devices/CB-1/scrap';
const open = (status: DeviceStatus, user = member) =>
  openScreen(<DeviceActions device={deviceWith({ status })} user={user} />, { [SCRAP]: new Refusal() });
const offered = () => screen.getAllByRole('button').map(({ textContent }) => textContent);

// proves s4.start-work.detail-only-intake s4.complete.detail-only-in-progress s6.detail.deprovision-hidden
// proves s6.detail.restore-hidden
test.each([
  ['INTAKE', ['Start Work', 'Edit Device']],
  ['IN_PROGRESS', ['Quick Complete', 'Edit Device']],
  ['COMPLETED', ['Edit Device']],
  ['PARTS', ['Edit Device']],
] as const)('a Member has these actions on a device with status %s', (status, actions) => {
  open(status);
  expect(offered()).toEqual(actions);
});

// proves s2.detail.deprovision-button s2.detail.restore-button s4.restore.shown-for-parts
test.each([
  ['INTAKE', 'Deprovision Device'],
  ['IN_PROGRESS', 'Deprovision Device'],
  ['COMPLETED', 'Deprovision Device'],
  ['PARTS', 'Restore Device'],
] as const)('an Admin also deprovisions a device, or restores one that is: %s', (status, action) => {
  open(status, admin);
  expect(offered().filter((name) => /^(Deprovision|Restore)/u.test(name ?? ''))).toEqual([action]);
});

// proves s8.failure.deprovision s8.failure.restore s8.toast.device-deprovisioned s8.toast.device-restored
test.each([
  ['INTAKE', 'Deprovision Device', 'Device deprovisioned'],
  ['PARTS', 'Restore Device', 'Device restored successfully'],
] as const)('with status %s, %s is reported, and a failure without a reason too', async (status, action, done) => {
  const { server } = open(status, admin);
  fireEvent.click(screen.getByText(action));
  await findToast('alert', 'Error', 'Operation failed');
  server[SCRAP] = {};
  fireEvent.click(screen.getByText(action));
  await findToast('status', done);
});
