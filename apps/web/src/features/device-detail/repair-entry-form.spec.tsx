import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Provider } from 'react-redux';
import { deviceWith } from '../testing/device';
import { openFormStore, Refusal } from '../testing/form-store';
import { findToast, member, openScreen } from '../testing/open-screen';
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

// proves s5.entry.fields s2.intake.chips-in-repair-form s5.entry.completed-needs-issue
test('the form has its fields and the common issues, and an entry that completes a repair requires an issue', async () => {
  const { sent } = openScreen(<RepairEntryForm device={deviceWith()} user={member} />, {});
  for (const name of ['Actions', 'Comments (optional)']) expect(screen.getByLabelText(name).tagName).toBe('TEXTAREA');
  expect(screen.getByLabelText<HTMLSelectElement>('Technician').value).toBe(member.email);
  expect(screen.getByRole('group', { name: 'Common Issues' }).querySelectorAll('button')).toHaveLength(15);
  fireEvent.click(tick() as HTMLElement);
  fireEvent.change(issue(), { target: { value: '   ' } });
  fireEvent.click(button());
  const message = await screen.findByText('Issue description is required when marking as completed');
  expect(issue().getAttribute('aria-describedby')).toContain(message.closest('[id]')?.id);
  expect(sent).toEqual([]);
});

// proves s8.failure.repair-creation s8.failure.create-log-fallback s8.toast.repair-entry-added
test('a failed entry shows the reason, or else the fallback, and is kept; an added one is reported', async () => {
  const refused = 'POST devices/CB-1/logs';
  const { server } = openScreen(<RepairEntryForm device={deviceWith()} user={member} />, {
    [refused]: new Refusal('Not today'),
  });
  add();
  await findToast('alert', 'Error', 'Not today');
  server[refused] = new Refusal();
  fireEvent.click(button());
  await findToast('alert', 'Error', 'Failed to create repair log');
  expect(issue().value).toBe('Hinge loose');
  server[refused] = {};
  fireEvent.click(button());
  await findToast('status', 'Repair entry added successfully');
});

test('in place of the form, a deprovisioned device says what happened to it', () => {
  openScreen(<RepairEntryForm device={deviceWith({ status: 'PARTS' })} user={member} />, {});
  expect(screen.getByText('Device is deprovisioned; an Admin can restore it')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Add/u })).toBeNull();
});
