import { accountOf, expect, newColleague, test } from '../support/api-journey';
import { openApi } from '../support/api';
import { decideApproval, newPerson } from '../support/people';
import { openSocket } from '../support/socket';

// proves d.accounts.first-sign-in-answer d.accounts.never-approved-answer d.accounts.deny-approved-false
// proves d.accounts.deny-sets-denied-at d.accounts.denied-answer d.calls.admin-users-denied-at
// proves d.accounts.approve-clears-denied s4.approval.approve s7.admin.approve d.accounts.first-sign-in-password
// proves s6.accounts.unapproved-no-sign-in d.accounts.revoked-answer d.accounts.revoke-approved-false
// proves d.accounts.revoke-ends-sign-ins d.accounts.revoke-closes-websockets d.accounts.revoke-keeps-denied-null
// proves d.calls.admin-users-denied-at-null
test('an account signs in from its approval until it is revoked, and the list of accounts shows where it stands', async ({
  url,
  admin,
}) => {
  const { email, password } = newPerson();
  const api = await openApi(url);
  const account = () => accountOf(admin, email);
  const expectPending = async () => {
    const { status, body } = await api.signIn(email, password);
    const wanted = { message: expect.any(String) as unknown, type: 'pending_approval', email };
    expect([status, body]).toEqual([403, wanted]);
    expect((await api.get('/api/auth/user')).status).toBe(401);
  };
  await expectPending();
  expect(await account()).toMatchObject({ role: 'Member', approved: false, deniedAt: null, lastLoginAt: null });
  await expectPending();

  await decideApproval(admin, { email, password }, false);
  const denied = await account();
  expect(denied?.approved).toBe(false);
  expect(Date.parse(denied?.deniedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  await expectPending();

  const approved = await admin.post('/api/admin/users/approve', { userId: denied?.id, approved: true });
  expect(approved).toMatchObject({ status: 200, body: { id: denied?.id, approved: true, deniedAt: null } });
  expect(await account()).toEqual(approved.body);
  expect((await api.signIn(email, `${password}?`)).status).toBe(401);
  expect((await api.signIn(email, password)).status).toBe(200);

  const socket = await openSocket(url, api.cookie());
  await decideApproval(admin, { email, password }, false);
  expect((await api.get('/api/stats')).status).toBe(401);
  expect(await socket.closed).toBe(4401);
  expect(await account()).toMatchObject({ approved: false, deniedAt: null });
  await expectPending();
});

// proves s4.approval.promote s4.approval.demote s7.admin.promote s3.user.role-values d.accounts.no-self-revoke
// proves d.accounts.no-self-deny d.accounts.no-self-demote d.accounts.promote-unapproved-409
test('an approved user is promoted and demoted, but not by themselves, and there is no other role', async ({
  url,
  admin,
}) => {
  const { email, user, api } = await newColleague(admin, url);
  const change = (role: unknown, by = admin) => by.post('/api/admin/users/promote', { userId: user.id, role });
  expect(await change('Admin')).toMatchObject({ status: 200, body: { id: user.id, role: 'Admin' } });
  expect((await api.get('/api/admin/users')).status).toBe(200);
  for (const role of ['Owner', 'admin', '', null, ['Admin'], 1]) expect((await change(role)).status).toBe(400);
  const approve = (approved: unknown, by = admin) => by.post('/api/admin/users/approve', { userId: user.id, approved });
  expect((await approve('false')).status).toBe(400);
  expect((await approve(false, api)).status).toBe(409);
  expect((await change('Member', api)).status).toBe(409);
  expect(await accountOf(admin, email)).toMatchObject({ role: 'Admin', approved: true, deniedAt: null });
  expect(await change('Member')).toMatchObject({ status: 200, body: { role: 'Member' } });
  expect((await api.get('/api/admin/users')).status).toBe(403);
  expect((await approve(false)).status).toBe(200);
  expect((await change('Admin')).status, 'unapproved').toBe(409);
  expect((await accountOf(admin, email))?.role).toBe('Member');
});
