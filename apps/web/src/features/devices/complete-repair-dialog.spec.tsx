import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { openFormStore, Refusal } from '../testing/form-store';
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
