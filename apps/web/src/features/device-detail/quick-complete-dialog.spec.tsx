import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { deviceWith } from '../testing/device';
import { openFormStore } from '../testing/form-store';
import { findToast, openScreen } from '../testing/open-screen';
import { QuickCompleteDialog } from './quick-complete-dialog';

jest.setTimeout(40_000);

const user = { id: 'u1', email: 'rosa@school.example', name: 'Rosa' } as SignedInUser;

test.each([
  ['Hinge', 'Juice', 'Hinge'],
  ['Work started', 'Hinge', 'Hinge'],
  ['Work started', '', 'Repair completed'],
])('with latest issue %p and initial issue %p, %p is completed', async (latestIssue, initialIssue, issue) => {
  const device = { id: 'd1', barcodeNumber: 'CB-1', status: 'IN_PROGRESS', latestIssue, initialIssue } as Device;
  const { store, sent } = openFormStore(() => ({ csrfToken: 'token' }));
  render(
    <Provider store={store}>
      <QuickCompleteDialog device={device} user={user} onClose={() => undefined} />
    </Provider>,
  );
  fireEvent.change(screen.getByLabelText(/^Actions Taken/u), { target: { value: 'New hinge' } });
  fireEvent.click(screen.getByRole('button', { name: 'Complete Repair' }));
  await waitFor(() => expect(sent).toMatchObject([{ issue, completed: true }]));
});

// proves s2.detail.quick-complete-dialog s2.detail.quick-complete-fields s5.quick-complete.actions-required
// proves s5.quick-complete.comments-optional s8.toast.repair-completed
test('the actions taken are required, comments are not', async () => {
  const device = deviceWith({ status: 'IN_PROGRESS', latestIssue: 'Hinge' });
  const { sent } = openScreen(<QuickCompleteDialog device={device} user={user} onClose={() => undefined} />, {
    'POST devices/CB-1/logs': {},
  });
  expect(screen.getByRole('dialog', { name: 'Quick Complete' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comments (optional)').value).toBe('');
  const submit = screen.getByRole('button', { name: 'Complete Repair' });
  fireEvent.click(submit);
  expect(await screen.findByText('Actions taken are required')).toBeTruthy();
  expect(sent).toEqual([]);
  fireEvent.change(screen.getByLabelText(/^Actions Taken/u), { target: { value: 'New hinge' } });
  fireEvent.click(submit);
  await findToast('status', 'Repair Completed');
  expect(sent).toMatchObject([{ actions: 'New hinge', comments: null, completed: true }]);
});
