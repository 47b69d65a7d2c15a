import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { openFormStore, Refusal } from '../testing/form-store';
import { findToast, openScreen } from '../testing/open-screen';
import { CompleteRepairDialog } from './complete-repair-dialog';

jest.setTimeout(40_000);

/** The device when the dialog was opened. */
const device = { id: 'd1', barcodeNumber: 'CB-1', status: 'IN_PROGRESS', latestIssue: 'Hinge' } as Device;
const user = { id: 'u1', email: 'rosa@school.example', name: 'Rosa' } as SignedInUser;
const logs = [
  { id: 'l1', issue: 'Hinge', completed: false },
  { id: 'l2', issue: 'Hinge', completed: true },
];

function completeRepair(store: ReturnType<typeof openFormStore>['store']) {
  render(
    <Provider store={store}>
      <CompleteRepairDialog device={device} user={user} onClose={() => undefined} />
    </Provider>,
  );
  fireEvent.change(screen.getByLabelText('Work Performed'), { target: { value: 'New hinge' } });
  fireEvent.click(screen.getByRole('button', { name: 'Complete Repair' }));
}

/**
 * Returns the toast for a person who completes a repair that others have completed, with the device now in `status`.
 */
async function toastWhenOvertaken(status: Device['status']) {
  const { store } = openFormStore((url, body) => {
    if (url === '/api/csrf-token') return { csrfToken: 'token' };
    if (!url.includes('/logs')) return { ...device, status };
    return body ? new Refusal('The repair is already completed') : logs;
  });
  completeRepair(store);
  await waitFor(() => expect(store.getState().toast).not.toBeNull());
  return store.getState().toast?.body;
}

test('completing a repair that others have completed shows the refusal of the server', async () => {
  expect(await toastWhenOvertaken('COMPLETED')).toBe('The repair is already completed');
});

// proves s8.failure.no-active-repairs
test('a device that is back in intake without an entry has no repair to complete', async () => {
  expect(await toastWhenOvertaken('INTAKE')).toBe('No active repairs to complete');
});

test('a repair started without an issue is completed under the issue named since', async () => {
  const { store, sent } = openFormStore((url) => {
    if (url === '/api/csrf-token') return { csrfToken: 'token' };
    if (url.includes('/logs')) return [{ id: 'l1', issue: 'Work started', completed: false }];
    return { ...device, latestIssue: 'Work started', initialIssue: 'Hinge' };
  });
  completeRepair(store);
  await waitFor(() => expect(sent).toMatchObject([{ issue: 'Hinge', completed: true }]));
});

// proves s2.devices.complete-dialog-work-performed s2.devices.complete-dialog-placeholder
// proves s2.devices.complete-dialog-submit-disabled s7.devices.complete-payload d.life.first-uncompleted-log
// proves d.life.browser-sends-email s8.toast.repair-completed-successfully s8.failure.complete
// proves s8.failure.complete-fallback
test('the work performed completes the first uncompleted issue of the current repair; a failure says why', async () => {
  const { server, sent } = openScreen(<CompleteRepairDialog device={device} user={user} onClose={() => undefined} />, {
    'GET devices/CB-1': device,
    'GET devices/CB-1/logs': [
      { id: 'l1', issue: 'Before', completed: true },
      { id: 'l2', issue: 'First of this repair', completed: false },
      { id: 'l3', issue: 'Second of this repair', completed: false },
    ],
    'POST devices/CB-1/logs': new Refusal('Not today'),
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
  await findToast('alert', 'Error', 'Not today');
  server['POST devices/CB-1/logs'] = new Refusal();
  fireEvent.click(submit);
  await findToast('alert', 'Error', 'Failed to complete repair');
  server['POST devices/CB-1/logs'] = {};
  fireEvent.click(submit);
  await findToast('status', 'Repair completed successfully');
  expect(sent.at(-1)).toEqual({
    ...{ issue: 'First of this repair', actions: 'New keyboard', technician: user.email },
    ...{ completed: true, comments: null },
  });
});
