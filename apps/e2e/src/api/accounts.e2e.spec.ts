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

test('an account made with a strange password is told by its code and removed, and its owner makes it anew', async ({
  url,
  admin,
}) => {
  const { email, password } = newPerson();
  const stranger = await openApi(url);
  const asked = (typed: string) =>
    stranger.post<{ approvalCode?: string }>('/api/login', { email, password: typed, withApprovalCode: true });
  const { approvalCode } = (await asked(password)).body;
  const account = await accountOf(admin, email);
  expect(account).toMatchObject({ approvalCode, removable: true });
  expect((await admin.send('DELETE', `/api/admin/users/${account?.id}`)).status).toBe(200);
  expect(await accountOf(admin, email)).toBeUndefined();
  const own = (await asked('velvet-harbour-88')).body.approvalCode;
  expect(own).not.toBe(approvalCode);
  const approval = { userId: account?.id, approved: true };
  const mistaken = await admin.post('/api/admin/users/approve', { ...approval, approvalCode });
  expect(mistaken).toMatchObject({ status: 409, body: { type: 'approval_code_changed' } });
  expect((await admin.post('/api/admin/users/approve', { ...approval, approvalCode: own })).status).toBe(200);
  expect((await stranger.signIn(email, 'velvet-harbour-88')).status).toBe(200);
  expect((await admin.send('DELETE', `/api/admin/users/${account?.id}`)).body).toMatchObject({
    type: 'user_not_pending',
  });
});

test('a person changes the password and ends the sign-ins elsewhere; an Admin gives one that is good once', async ({
  url,
  admin,
}) => {
  const { email, password, user, api } = await newColleague(admin, url);
  const elsewhere = await openApi(url);
  await elsewhere.signIn(email, password);
  expect((await api.get('/api/profile/sign-ins')).body).toHaveLength(2);
  expect((await api.send('DELETE', '/api/profile/sign-ins')).status).toBe(200);
  expect((await elsewhere.get('/api/stats')).status).toBe(401);
  expect((await elsewhere.send('DELETE', '/api/profile/sign-ins')).status).toBe(401);
  await elsewhere.signIn(email, password);
  const wrong = await api.post('/api/profile/password', { password: 'wrong wrong', newPassword: 'velvet-harbour-88' });
  expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'password' }] } });
  const change = await api.post('/api/profile/password', { password, newPassword: 'velvet-harbour-88' });
  expect(change.status).toBe(200);
  expect((await elsewhere.get('/api/stats')).status).toBe(401);
  expect((await api.get('/api/stats')).status).toBe(200);

  const reset = await admin.post<{ password: string }>('/api/admin/users/reset-password', { userId: user.id });
  expect((await api.get('/api/stats')).status).toBe(401);
  const oneTime = { email, password: reset.body.password };
  expect(await api.post('/api/login', oneTime)).toMatchObject({
    status: 403,
    body: { type: 'password_change_required' },
  });
  expect((await api.post('/api/login', { ...oneTime, newPassword: 'copper-harbour-99' })).status).toBe(200);
  expect((await api.get('/api/stats')).status).toBe(200);
});

test("a stranger's wrong tries do not keep a person out of a browser that they have used before", async ({
  url,
  admin,
}) => {
  const { email, password, api } = await newColleague(admin, url);
  const stranger = await openApi(url);
  for (let tries = 0; tries < 11; tries += 1) await stranger.signIn(email, 'wrong wrong');
  expect((await (await openApi(url)).signIn(email, password)).status).toBe(429);
  await api.post('/api/logout');
  expect((await api.signIn(email, password)).status).toBe(200);
});
