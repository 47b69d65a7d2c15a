import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { openFormStore } from '../testing/form-store';
import { StartWorkDialog } from './start-work-dialog';

// Fields as large as these take a while to be laid out where there is no browser.
configure({ asyncUtilTimeout: 20_000 });
jest.setTimeout(40_000);

/** Its own priority is Medium, and an entry has raised it. */
const device = {
  ...{ id: 'd1', barcodeNumber: 'CB-1', school: 'SHS', status: 'INTAKE', priority: 'Medium', highestPriority: 'High' },
  ...{ initialIssue: 'Hinge', latestIssue: 'Hinge' },
} as Device;
const user = { id: 'u1', email: 'rosa@school.example', name: 'Rosa' } as SignedInUser;

/** Returns the bodies that were sent. */
function openDialog() {
  const { store, sent } = openFormStore((url) =>
    url === '/api/district' ? { schools: [] } : { csrfToken: 'token', ...device },
  );
  render(
    <Provider store={store}>
      <StartWorkDialog device={device} user={user} onClose={() => undefined} />
    </Provider>,
  );
  return sent;
}

const priority = () => screen.getByLabelText<HTMLSelectElement>(/^Priority/u);
const start = () => fireEvent.click(screen.getByRole('button', { name: 'Start Work' }));

test('the priority is the one that is shown elsewhere, and stays it when nobody chooses another', async () => {
  const sent = openDialog();
  expect(priority().value).toBe('High');
  start();
  await waitFor(() => expect(sent).toEqual([{ school: 'SHS', initialIssue: 'Hinge', status: 'IN_PROGRESS' }]));
});

test('another priority is sent', async () => {
  const sent = openDialog();
  fireEvent.change(priority(), { target: { value: 'Medium' } });
  start();
  await waitFor(() => expect(sent).toMatchObject([{ priority: 'Medium' }]));
});
