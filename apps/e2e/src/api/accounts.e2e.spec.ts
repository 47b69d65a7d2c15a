import { randomUUID } from 'node:crypto';
import { type Technician, type UserAccount } from '@repairline/contracts/identity/views';
import { accountOf, expect, newColleague, test } from '../support/api-journey';
import { openApi } from '../support/api';
import { decideApproval, newPerson } from '../support/people';
import { openSocket } from '../support/socket';

const pending = (email: string) => ({
  status: 403,
  body: { message: expect.any(String) as unknown, type: 'pending_approval', email },
});

// proves d.accounts.first-sign-in-creates d.accounts.first-sign-in-answer d.accounts.never-approved-answer
// proves d.accounts.first-sign-in-password s3.user.role-default s3.user.approved-default s4.approval.approve
// proves s7.admin.approve s6.accounts.unapproved-no-sign-in
test('the first sign-in creates a pending Member, who can sign in once approved', async ({ url, admin }) => {
  const person = newPerson();
  const api = await openApi(url);
  const signIn = () => api.signIn(person.email, person.password);
  expect(await accountOf(admin, person.email)).toBeUndefined();
  const first = await signIn();
  expect(first).toMatchObject(pending(person.email));
  expect(Object.keys(first.body as object).sort()).toEqual(['email', 'message', 'type']);
  const account = await accountOf(admin, person.email);
  expect(account).toMatchObject({ role: 'Member', approved: false, deniedAt: null, lastLoginAt: null });

  expect(await signIn()).toMatchObject(pending(person.email));
  expect((await api.get('/api/auth/user')).status).toBe(401);

  const approved = await admin.post('/api/admin/users/approve', { userId: account?.id, approved: true });
  expect(approved).toMatchObject({ status: 200, body: { id: account?.id, approved: true } });
  expect(await accountOf(admin, person.email)).toMatchObject({ approved: true });
  expect((await api.signIn(person.email, `${person.password}?`)).status).toBe(401);
  expect((await signIn()).status).toBe(200);
});

// proves d.accounts.deny-approved-false d.accounts.deny-sets-denied-at d.accounts.denied-answer
// proves d.calls.admin-users-denied-at d.accounts.approve-clears-denied
test('a denied account records when it was denied, and an approval clears that', async ({ url, admin }) => {
  const person = newPerson();
  const api = await openApi(url);
  await api.signIn(person.email, person.password);
  expect((await accountOf(admin, person.email))?.deniedAt).toBeNull();
  await decideApproval(admin, person, false);
  const denied = await accountOf(admin, person.email);
  expect(denied?.approved).toBe(false);
  expect(Date.parse(denied?.deniedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(await api.signIn(person.email, person.password)).toMatchObject(pending(person.email));
  await decideApproval(admin, person, true);
  expect(await accountOf(admin, person.email)).toMatchObject({ approved: true, deniedAt: null });
});

// proves d.accounts.revoked-answer d.accounts.revoke-approved-false d.accounts.revoke-ends-sign-ins
// proves d.accounts.revoke-closes-websockets d.accounts.revoke-keeps-denied-null d.calls.admin-users-denied-at-null
test('revoking access ends sign-in sessions and closes WebSockets at once', async ({ url, admin }) => {
  const colleague = await newColleague(admin, url);
  const socket = await openSocket(url, colleague.api.cookie());
  expect((await colleague.api.get('/api/stats')).status).toBe(200);
  await decideApproval(admin, colleague, false);
  expect((await colleague.api.get('/api/stats')).status).toBe(401);
  expect(await socket.closed).toBe(4401);
  expect(await accountOf(admin, colleague.email)).toMatchObject({ approved: false, deniedAt: null });
  expect(await colleague.api.signIn(colleague.email, colleague.password)).toMatchObject(pending(colleague.email));
});

// proves s4.approval.promote s4.approval.demote s7.admin.promote s3.user.role-values
test('a user can be promoted to Admin and demoted to Member, and there is no other role', async ({ url, admin }) => {
  const { email, user, api } = await newColleague(admin, url);
  const change = (role: unknown) => admin.post('/api/admin/users/promote', { userId: user.id, role });
  expect(await change('Admin')).toMatchObject({ status: 200, body: { id: user.id, role: 'Admin' } });
  expect((await accountOf(admin, email))?.role).toBe('Admin');
  expect((await api.get('/api/admin/users')).status).toBe(200);
  for (const role of ['Owner', 'admin', '', null, ['Admin'], 1]) expect((await change(role)).status).toBe(400);
  expect((await accountOf(admin, email))?.role).toBe('Admin');
  expect(await change('Member')).toMatchObject({ status: 200, body: { role: 'Member' } });
  expect((await accountOf(admin, email))?.role).toBe('Member');
  expect((await api.get('/api/admin/users')).status).toBe(403);
});

// proves d.accounts.no-self-revoke d.accounts.no-self-deny d.accounts.no-self-demote
test('Admins cannot revoke, deny or demote themselves', async ({ otherAdmin: { api, user, email } }) => {
  const answers = [
    await api.post('/api/admin/users/approve', { userId: user.id, approved: false }),
    await api.post('/api/admin/users/promote', { userId: user.id, role: 'Member' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
  expect(await accountOf(api, email)).toMatchObject({ role: 'Admin', approved: true, deniedAt: null });
});

// proves d.accounts.promote-unapproved-409
test('an unapproved user cannot be promoted', async ({ url, admin }) => {
  const person = newPerson();
  await (await openApi(url)).signIn(person.email, person.password);
  const userId = (await accountOf(admin, person.email))?.id;
  expect((await admin.post('/api/admin/users/promote', { userId, role: 'Admin' })).status).toBe(409);
  expect((await accountOf(admin, person.email))?.role).toBe('Member');
});

// proves d.accounts.users-approved-only s7.devices.users s7.admin.users
test('the list of technicians has only approved users, the list of accounts has all', async ({
  url,
  admin,
  member,
}) => {
  const person = newPerson();
  await (await openApi(url)).signIn(person.email, person.password);
  const { body: technicians } = await member.api.get<Technician[]>('/api/users');
  const { body: accounts } = await admin.get<UserAccount[]>('/api/admin/users');
  expect(technicians).toContainEqual({ id: member.user.id, name: member.user.name, email: member.email });
  expect(technicians.map(({ email }) => email)).not.toContain(person.email);
  expect(accounts).toContainEqual(
    expect.objectContaining({ email: person.email, approved: false, role: 'Member', name: '', lastLoginAt: null }),
  );
  const row = accounts.find(({ id }) => id === member.user.id);
  expect(row).toMatchObject({ name: member.user.name, email: member.email, role: 'Member', approved: true });
  expect(Date.parse(row?.lastLoginAt ?? '')).toBeLessThanOrEqual(Date.now());
  const approved = accounts.filter((account) => account.approved).map(({ id }) => id);
  expect(approved).toEqual(expect.arrayContaining(technicians.map(({ id }) => id)));
});

// proves s7.admin.rename d.accounts.name-equals-email-refused
test('an Admin can rename a user, but not to the email of another user', async ({ admin, otherAdmin, member }) => {
  const rename = (name: unknown) => admin.patch(`/api/admin/users/${otherAdmin.user.id}`, { name });
  const name = `Sam ${randomUUID()}`;
  expect(await rename(name)).toMatchObject({ status: 200, body: { id: otherAdmin.user.id, name } });
  expect((await accountOf(admin, otherAdmin.email))?.name).toBe(name);
  for (const refused of [member.email, member.email.toUpperCase()]) {
    expect((await rename(refused)).status).toBe(400);
    expect((await member.api.patch('/api/profile', { name: otherAdmin.email })).status).toBe(400);
  }
  expect((await accountOf(admin, otherAdmin.email))?.name).toBe(name);
});

// proves s3.user.email-required s3.user.email-unique d.accounts.email-lower-case
test('an account requires an email, and an email has one account, ignoring case', async ({ url, admin, member }) => {
  const api = await openApi(url);
  const { password } = member;
  for (const data of [{ password }, { email: '', password }, { email: '  ', password }, { email: null, password }]) {
    expect((await api.post('/api/login', data)).status).toBe(400);
  }
  const shouted = ` ${member.email.toUpperCase()} `;
  expect(await api.signIn(shouted, password)).toMatchObject({ status: 200, body: { user: { id: member.user.id } } });
  const { body } = await admin.get<UserAccount[]>('/api/admin/users');
  expect(body.filter(({ email }) => email.toLowerCase() === member.email)).toHaveLength(1);
  expect(new Set(body.map(({ email }) => email)).size).toBe(body.length);
});
