import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, screen } from '@testing-library/react';
import { Refusal } from '../testing/form-store';
import { findToast, openScreen } from '../testing/open-screen';
import { CompleteRepairDialog } from './complete-repair-dialog';

jest.setTimeout(40_000);

/** The device when the dialog was opened. */
const device = { id: 'd1', barcodeNumber: 'CB-1', status: 'IN_PROGRESS', latestIssue: 'Hinge' } as Device;
const user = { id: 'u1', email: 'rosa@school.example', name: 'Rosa' } as SignedInUser;
// proves s2.devices.complete-dialog-work-performed s2.devices.complete-dialog-placeholder
// proves s2.devices.complete-dialog-submit-disabled s7.devices.complete-payload d.life.first-uncompleted-log
// proves s8.failure.no-active-repairs d.life.browser-sends-email s8.toast.repair-completed-successfully s8.failure.complete
// proves s8.failure.complete-fallback
test('the work performed completes the repair under the issue of its first entry; a failure says why', async () => {
  const { server, sent } = openScreen(<CompleteRepairDialog device={device} user={user} onClose={() => undefined} />, {
    'POST devices/CB-1/logs': new Refusal('No active repairs to complete'),
  });
  const work = screen.getByLabelText<HTMLTextAreaElement>('Work Performed');
  expect(work.placeholder).toBe('Describe what was done to fix the device...');
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: 'Complete Repair' });
  for (const blank of ['', '   ']) {
    fireEvent.change(work, { target: { value: blank } });
    expect(submit.disabled).toBe(true);
  }
  fireEvent.change(work, { target: { value: 'New keyboard' } });
  fireEvent.click(submit);
  await findToast('alert', 'Error', 'No active repairs to complete');
  server['POST devices/CB-1/logs'] = new Refusal();
  fireEvent.click(submit);
  await findToast('alert', 'Error', 'Failed to complete repair');
  server['POST devices/CB-1/logs'] = {};
  fireEvent.click(submit);
  await findToast('status', 'Repair completed successfully');
  expect(sent.at(-1)).toEqual({
    ...{ issueAsLogged: true, actions: 'New keyboard', technician: user.email },
    ...{ completed: true, comments: null },
  });
});
