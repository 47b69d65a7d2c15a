import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { deviceWith } from '../testing/device';
import { openFormStore } from '../testing/form-store';
import { openScreen } from '../testing/open-screen';
import { StartWorkDialog } from './start-work-dialog';

jest.setTimeout(40_000);

/** Its own priority is Medium; an entry has raised it. */
const device = {
  ...{ id: 'd1', barcodeNumber: 'CB-1', school: 'SHS', status: 'INTAKE', priority: 'Medium', highestPriority: 'High' },
  ...{ initialIssue: 'Hinge', latestIssue: 'Hinge' },
} as Device;
const user = { id: 'u1', email: 'rosa@school.example', name: 'Rosa' } as SignedInUser;

/** The directory lacks the device's school. Returns the bodies that were sent. */
function openDialog() {
  const { store, sent } = openFormStore((url) =>
    url === '/api/district' ? { schools: [{ code: 'EHS', name: 'East High' }] } : { csrfToken: 'token', ...device },
  );
  render(
    <Provider store={store}>
      <StartWorkDialog device={device} user={user} onClose={() => undefined} />
    </Provider>,
  );
  return sent;
}

const school = () => screen.getByLabelText<HTMLSelectElement>(/^School/u);
const priority = () => screen.getByLabelText<HTMLSelectElement>(/^Priority/u);
const start = () => fireEvent.click(screen.getByRole('button', { name: 'Start Work' }));

test('the school and the highest priority are preselected, and are not sent unless changed', async () => {
  const sent = openDialog();
  expect([school().value, priority().value]).toEqual(['SHS', 'High']);
  start();
  await waitFor(() =>
    expect(sent).toEqual([{ initialIssue: 'Hinge', status: 'IN_PROGRESS', expected: { initialIssue: 'Hinge' } }]),
  );
});

test('a changed school and a changed priority are sent', async () => {
  const sent = openDialog();
  await screen.findByRole('option', { name: /East High/u });
  fireEvent.change(school(), { target: { value: 'EHS' } });
  const expected = { school: 'SHS', highestPriority: 'High', initialIssue: 'Hinge' };
  fireEvent.change(priority(), { target: { value: 'Medium' } });
  start();
  await waitFor(() => expect(sent).toMatchObject([{ school: 'EHS', priority: 'Medium', expected }]));
});

// proves s2.detail.start-work-dialog s2.detail.start-work-fields s5.start-work.priority-values
// proves s5.start-work.priority-default s5.start-work.school-required s5.start-work.issue-required
test('the dialog asks for the school, the issue, and a priority, which is Medium by default', async () => {
  const { calls } = openScreen(<StartWorkDialog device={deviceWith()} user={user} onClose={() => undefined} />, {});
  expect(screen.getByRole('dialog', { name: 'Start Work' })).toBeTruthy();
  expect([...priority().options].map(({ text }) => text)).toEqual(['Low', 'Medium', 'High']);
  expect(priority().value).toBe('Medium');
  fireEvent.change(school(), { target: { value: '' } });
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Initial Issue/u).value).toBe('');
  start();
  expect(await screen.findByText('School is required')).toBeTruthy();
  expect(screen.getByText('Initial issue is required')).toBeTruthy();
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([]);
});
