import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { openFormStore } from '../testing/form-store';
import { RepairEntryForm } from './repair-entry-form';

const device = { barcodeNumber: 'CB-1', status: 'INTAKE' } as Device;
const user = { id: 'u1', email: 'rosa@school.example', name: 'Rosa' } as SignedInUser;

/** Renders the form and, beside it, a field that is not part of it. Returns what was sent. */
function openForm() {
  const { store, sent } = openFormStore((url) => (url === '/api/users' ? [user] : { csrfToken: 'token' }));
  const form = (status: Device['status']) => (
    <Provider store={store}>
      <RepairEntryForm device={{ ...device, status }} user={user} />
      <input aria-label="Search" />
    </Provider>
  );
  const { rerender } = render(form('INTAKE'));
  return Object.assign(sent, { othersComplete: () => rerender(form('COMPLETED')) });
}

const issue = () => screen.getByLabelText<HTMLTextAreaElement>(/^Issue/u);
const button = () => screen.getByRole('button', { name: /^Add/u });
const added = () => waitFor(() => expect(issue().value).toBe(''));
function add() {
  fireEvent.change(issue(), { target: { value: 'Hinge loose' } });
  button().focus();
  fireEvent.click(button());
}

test('the button keeps the focus while sending, sends once, then hands the focus to the Issue field', async () => {
  const sent = openForm();
  add();
  expect(button().textContent).toBe('Adding...');
  expect(button().matches('[aria-disabled="true"]:enabled')).toBe(true);
  fireEvent.click(button());
  await added();
  expect(sent).toHaveLength(1);
  expect(document.activeElement).toBe(issue());
});

test('the focus stays where the user moved it while an entry was being sent', async () => {
  openForm();
  add();
  screen.getByLabelText('Search').focus();
  await added();
  expect(document.activeElement).toBe(screen.getByLabelText('Search'));
});

const tick = () => screen.queryByRole('checkbox', { name: 'Completed' });

test('a ticked Completed is sent even if others completed the repair first, and disappears then', async () => {
  const sent = openForm();
  fireEvent.click(tick() as HTMLElement);
  sent.othersComplete();
  add();
  await added();
  expect([...sent]).toMatchObject([{ completed: true }]);
  expect(tick()).toBeNull();
});

test('a ticked Completed stays after others completed the repair until it is unticked, and is then not sent', async () => {
  const sent = openForm();
  fireEvent.click(tick() as HTMLElement);
  sent.othersComplete();
  expect(tick()?.matches(':checked')).toBe(true);
  fireEvent.click(tick() as HTMLElement);
  expect(tick()).toBeNull();
  add();
  await added();
  expect([...sent]).toMatchObject([{ completed: false }]);
});
