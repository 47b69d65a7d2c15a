import type { UserAccount } from '@repairline/contracts/identity/views';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Refusal } from '../testing/form-store';
import { admin, findToast, held, openScreen, type Answers } from '../testing/open-screen';
import { AdminPanel } from './admin-panel';

jest.setTimeout(60_000);

const now = new Date().toISOString();
const person = { approved: true, role: 'Member', createdAt: now, updatedAt: now, lastLoginAt: now } as UserAccount;
const own: UserAccount = { ...person, ...admin };
const grace: UserAccount = { ...person, id: 'u-grace', email: 'grace@school.example', name: 'Grace Hopper' };
const boss: UserAccount = { ...person, id: 'u-boss', email: 'boss@school.example', name: 'The Boss', role: 'Admin' };
const newcomer: UserAccount = {
  ...{ ...person, id: 'u-new', email: 'new@school.example', name: '', approved: false },
  lastLoginAt: null,
};

/** Opens the panel on these accounts, which change as they are decided on. */
function openPanel(accounts: UserAccount[], answers: Answers = {}) {
  const change = ({ userId, ...fields }: { userId: string } & Partial<UserAccount>) => {
    const at = accounts.findIndex(({ id }) => id === userId);
    return (accounts[at] = { ...(accounts[at] as UserAccount), ...fields });
  };
  return openScreen(<AdminPanel user={admin} />, {
    'GET stats': { intake: 3, inProgress: 1, completed: 1200, parts: 7 },
    'GET admin/users': () => [...accounts],
    'POST admin/users/approve': (body: { userId: string; approved: boolean }) =>
      change({ ...body, deniedAt: body.approved ? null : now }),
    'POST admin/users/promote': change,
    'PATCH admin/users/u-grace': (body: { name: string }) => change({ userId: 'u-grace', ...body }),
    ...answers,
  });
}

const rowOf = async ({ email }: UserAccount) =>
  (await screen.findByText(email, { selector: 'td *' })).closest('tr') as HTMLTableRowElement;
/** Without the exact times, which are there for screen readers. */
const textOf = ({ textContent }: Element) => textContent.replaceAll(/, \w+ \d+, \d+, [\d:]+ [AP]M UTC/gu, '');
const texts = (elements: Iterable<Element>) => [...elements].map(textOf);
const labels = (row: HTMLElement) => texts(row.querySelectorAll('button')).filter(Boolean);
const region = (name: string) => within(screen.getByRole('region', { name }));
/** A button that has just changed its label waits until it can have been read. */
async function press(within: HTMLElement, label: string) {
  const button = [...within.querySelectorAll('button')].find(({ textContent }) => textContent === label);
  await waitFor(() => expect(button?.matches('[aria-disabled="true"]')).toBe(false));
  fireEvent.click(button as HTMLElement);
}

// proves s2.admin.header s2.admin.stat-intake s2.admin.stat-in-progress s2.admin.stat-completed
// proves s2.admin.stat-deprovisioned s2.admin.system-stats s2.admin.export-devices-button s2.admin.export-logs-button
// proves s2.admin.actions-asset-input s2.admin.actions-scrap s2.admin.actions-unscrap s2.admin.users-columns
test('the panel has device counts with a note on them, exports, device actions and the table of users', async () => {
  openPanel([own]);
  expect(screen.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeTruthy();
  await screen.findByText('3 devices');
  expect(texts(screen.getAllByRole('group'))).toEqual([
    ...['Intake3 devices', 'In Progress1 device', 'Completed1,200 devices', 'Deprovisioned7 devices'],
  ]);
  expect(region('System Stats').getByText(/^The counts above cover all devices/u)).toBeTruthy();
  expect(region('Export Data').getByText('Export Devices CSV', { selector: 'button' })).toBeTruthy();
  expect(region('Export Data').getByText('Export Repair Logs CSV', { selector: 'button' })).toBeTruthy();
  const actions = region('Device Actions');
  expect(actions.getByLabelText('Asset Number').tagName).toBe('INPUT');
  expect(texts(actions.getAllByRole('button'))).toEqual(['Scrap', 'Un-scrap']);
  expect(texts(document.querySelectorAll('th'))).toEqual(['User', 'Email', 'Status', 'Last Login', 'Actions']);
});

// proves s2.admin.user-name s2.admin.user-name-unknown s2.admin.user-email s2.admin.user-role-badge
// proves s2.admin.user-pending-badge s2.admin.user-approved-badge s2.admin.user-last-login s2.admin.user-never
// proves d.accounts.made-when
test('a row shows the name, the email, the role, the approval and the last login of a user', async () => {
  openPanel([own, grace, boss, newcomer]);
  const row = async (user: UserAccount) => texts((await rowOf(user)).cells).slice(0, 4);
  expect(await row(grace)).toEqual(['GHGrace HopperMember', 'grace@school.example', 'Approved', 'just now']);
  expect(await row(boss)).toEqual(['TBThe BossAdmin', 'boss@school.example', 'Approved', 'just now']);
  expect(await row(newcomer)).toEqual([
    ...['NUnknownMember', 'new@school.example', 'PendingCreated just now', 'Never'],
  ]);
});

// proves s2.admin.approve-action s2.admin.deny-action s2.admin.revoke-access s2.admin.promote-link
// proves s2.admin.demote-link s4.approval.role-only-when-approved s2.admin.current-user-label
// proves d.accounts.current-user-row-no-actions
test('a row has what can be done with the account; an own row has nothing that would lock its Admin out', async () => {
  openPanel([own, grace, boss, newcomer]);
  expect(labels(await rowOf(grace))).toEqual(['Revoke Access', 'Promote to Admin']);
  expect(labels(await rowOf(boss))).toEqual(['Revoke Access', 'Demote to Member']);
  expect(labels(await rowOf(newcomer))).toEqual(['Approve', 'Deny']);
  expect((await rowOf(own)).cells[0]?.textContent).toContain('(Current User)');
  expect(labels(await rowOf(own))).toEqual([]);
});

// proves s8.toast.approval-updated d.accounts.denied-when
test('a user who is denied or revoked stays in the table as pending, with the time of the denial', async () => {
  const { sent } = openPanel([own, grace, newcomer]);
  const decided = 'User approval status updated successfully';
  await press(await rowOf(newcomer), 'Deny');
  await findToast('status', decided);
  const status = async (user: UserAccount) => texts((await rowOf(user)).cells)[2];
  await waitFor(async () => expect(await status(newcomer)).toBe('PendingCreated just nowDenied just now'));
  await press(await rowOf(newcomer), 'Approve');
  await findToast('status', decided);
  await waitFor(async () => expect(await status(newcomer)).toBe('Approved'));
  await press(await rowOf(grace), 'Revoke Access');
  await findToast('status', decided);
  await waitFor(async () => expect(await status(grace)).toMatch(/^Pending/u));
  expect(sent).toEqual([
    { userId: 'u-new', approved: false },
    { userId: 'u-new', approved: true },
    { userId: 'u-grace', approved: false },
  ]);
});

// proves s8.toast.role-updated
test('a user is promoted to Admin and demoted to Member', async () => {
  openPanel([own, grace]);
  for (const [label, opposite, role] of [
    ['Promote to Admin', 'Demote to Member', 'Admin'],
    ['Demote to Member', 'Promote to Admin', 'Member'],
  ] as const) {
    await press(await rowOf(grace), label);
    await findToast('status', 'User role updated successfully');
    await waitFor(async () => expect(labels(await rowOf(grace))).toContain(opposite));
    expect((await rowOf(grace)).cells[0]?.textContent).toBe(`GHGrace Hopper${role}`);
  }
});

// proves s8.failure.role s8.failure.approval
test('a failed change of a role or an approval shows the reason', async () => {
  openPanel([own, grace, newcomer], {
    'POST admin/users/promote': new Refusal('No role today'),
    'POST admin/users/approve': new Refusal('No approval today'),
  });
  await press(await rowOf(grace), 'Promote to Admin');
  await findToast('alert', 'Error', 'No role today');
  await press(await rowOf(newcomer), 'Approve');
  await findToast('alert', 'Error', 'No approval today');
});

// proves s2.admin.edit-name-dialog s2.admin.edit-name-cancel s2.admin.edit-name-save s2.admin.edit-name-saving
// proves s5.rename.non-empty s5.rename.trimmed s8.toast.user-name-updated s8.failure.rename
test('a user is renamed in a dialog, which keeps a name that could not be saved', async () => {
  const { server, sent } = openPanel([own, grace]);
  const open = async () => fireEvent.click(await screen.findByLabelText('Edit name of Grace Hopper'));
  const field = () => screen.findByLabelText<HTMLInputElement>(/^Name/u);
  const type = async (value: string) => fireEvent.change(await field(), { target: { value } });
  const save = () => screen.getByText<HTMLButtonElement>(/^Sav/u);
  await open();
  expect((await screen.findByRole('dialog')).textContent).toContain('Edit User Name');
  await type('Somebody else');
  fireEvent.click(screen.getByText('Cancel'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);

  await open();
  expect((await field()).value).toBe('Grace Hopper');
  await type('   ');
  expect(save().disabled).toBe(true);

  const rename = server['PATCH admin/users/u-grace'];
  server['PATCH admin/users/u-grace'] = new Refusal('No name today');
  await type('Another');
  fireEvent.click(save());
  await findToast('alert', 'Error', 'No name today');
  expect((await field()).value).toBe('Another');

  sent.length = 0;
  server['PATCH admin/users/u-grace'] = rename;
  await type('  Rear Admiral ');
  fireEvent.click(save());
  expect(save().textContent).toBe('Saving...');
  await findToast('status', 'User name updated successfully');
  expect(sent).toEqual([{ name: 'Rear Admiral', expected: { name: 'Grace Hopper' } }]);
  await waitFor(async () => expect((await rowOf(grace)).cells[0]?.textContent).toContain('Rear Admiral'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

// proves s5.scrap.asset-required s5.unscrap.asset-required s8.failure.scrap
test('a device is scrapped only by its number, which stays if that fails', async () => {
  const { server, sent } = openPanel([own]);
  const actions = region('Device Actions');
  const input = actions.getByLabelText<HTMLInputElement>('Asset Number');
  const type = (value: string) => fireEvent.change(input, { target: { value } });
  const scrap = actions.getByText('Scrap');
  for (const button of [scrap, actions.getByText('Un-scrap')]) {
    fireEvent.click(button);
    expect(actions.getByText('Please enter an asset number')).toBeTruthy();
    expect(document.activeElement).toBe(input);
    type('x');
    expect(actions.queryByText('Please enter an asset number')).toBeNull();
    type(' ');
  }
  expect(sent).toEqual([]);
  type('CB-1');
  for (const [refusal, reason] of [
    [new Refusal('Device not found', 404), 'Device not found'],
    [new Refusal('', 500), 'Operation failed'],
  ] as const) {
    server['POST admin/devices/CB-1/scrap'] = refusal;
    fireEvent.click(scrap);
    await findToast('alert', 'Error', reason);
    expect(input.value).toBe('CB-1');
  }
});

test('a late answer to a scrapping keeps a number entered since, and the focus where it is', async () => {
  const { answer, go } = held({});
  openPanel([own], { 'POST admin/devices/CB-1/scrap': answer });
  const actions = region('Device Actions');
  const input = actions.getByLabelText<HTMLInputElement>('Asset Number');
  const type = (value: string) => fireEvent.change(input, { target: { value } });
  type('CB-1');
  actions.getByText('Scrap').focus();
  fireEvent.click(actions.getByText('Scrap'));
  type('CB-NEXT');
  const search = screen.getByPlaceholderText('Search by name or email...');
  search.focus();
  await act(async () => go());
  await findToast('status', 'Device scrapped successfully');
  expect(input.value).toBe('CB-NEXT');
  expect(document.activeElement).toBe(search);
});

test('the search for a user ignores case, accents, and which quotes were typed', async () => {
  const sean: UserAccount = { ...grace, id: 'u-sean', email: 'sean@school.example', name: 'Se\u00e1n O\u2019Connor' };
  openPanel([own, grace, sean]);
  await rowOf(grace);
  const search = screen.getByPlaceholderText('Search by name or email...');
  fireEvent.change(search, { target: { value: "SEAN O'CONNOR" } });
  await screen.findByText('1 user found');
  expect(await rowOf(sean)).toBeTruthy();
});

// proves s8.failure.export-panel
test('a failed export shows the reason', async () => {
  openPanel([own], { 'GET admin/export': new Refusal('Busy', 503) });
  fireEvent.click(screen.getByText('Export Devices CSV'));
  await findToast('alert', 'Export failed', 'Busy');
});

// proves s2.admin.users-empty s9.placeholders-user-table s8.load.users
test('the table of users has placeholders while it is loading, and says if it is empty or could not be loaded', async () => {
  const { answer, go } = held(new Refusal('', 500));
  const { server } = openPanel([], { 'GET admin/users': answer });
  const rows = [...document.querySelectorAll('tbody tr')];
  expect(texts(rows)).toEqual(['', '', '']);
  go();
  await screen.findByText('Failed to fetch users');
  server['GET admin/users'] = [];
  fireEvent.click(screen.getByText('Retry'));
  await screen.findByText('No users found');
});

test('an account that waits shows a code to compare, which goes with the approval', async () => {
  const waiting = { ...newcomer, approvalCode: 'K7M-2QX', removable: true };
  const accounts = [own, waiting];
  const { sent } = openPanel(accounts);
  const row = await rowOf(waiting);
  expect(row.textContent).toContain('Code K7M-2QX: compare it with theirs');
  await press(row, 'Approve');
  await findToast('status', 'User approval status updated successfully');
  expect(sent).toEqual([{ userId: 'u-new', approved: true, approvalCode: 'K7M-2QX' }]);
});

test('an account that was never approved is removed after a question', async () => {
  const waiting = { ...newcomer, approvalCode: 'K7M-2QX', removable: true };
  const accounts = [own, waiting];
  openPanel(accounts, { 'DELETE admin/users/u-new': () => ({ removed: accounts.pop() }) });
  fireEvent.click(within(await rowOf(waiting)).getByLabelText(`More actions for ${waiting.email}`));
  fireEvent.click(await screen.findByText('Remove account'));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(`Remove the account of ${waiting.email}?`)).toBeTruthy();
  fireEvent.click(dialog.getByText('Remove account'));
  await findToast('status', 'Account removed');
  await waitFor(() => expect(screen.queryByText(waiting.email, { selector: 'td *' })).toBeNull());
});

test('a reset shows the password that is good once, and until when', async () => {
  const { sent } = openPanel([own, grace], {
    'POST admin/users/reset-password': { password: 'k7mq-2xwd-hh4p-t9bc', until: '2126-02-05T08:00:00.000Z' },
  });
  fireEvent.click(within(await rowOf(grace)).getByLabelText('More actions for Grace Hopper'));
  fireEvent.click(await screen.findByText('Reset password'));
  const dialog = within(await screen.findByRole('alertdialog'));
  fireEvent.click(dialog.getByText('Reset password'));
  expect(await screen.findByDisplayValue('k7mq-2xwd-hh4p-t9bc')).toBeTruthy();
  expect(screen.getByText(/not shown again\. It works until Feb 5, 2126/u)).toBeTruthy();
  expect(sent).toEqual([{ userId: 'u-grace' }]);
});
