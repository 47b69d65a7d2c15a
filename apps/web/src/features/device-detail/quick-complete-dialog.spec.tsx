import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { openFormStore } from '../testing/form-store';
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
