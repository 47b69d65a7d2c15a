import { randomUUID } from 'node:crypto';
import { accountOf, expect, newColleague, test } from '../support/api-journey';
import { openApi } from '../support/api';
import { newPerson } from '../support/people';

// proves s7.auth.login-body d.roles.login-open d.calls.login-answers-user s7.auth.user-shape s7.auth.user-401
// proves s7.auth.logout d.calls.logout-answer d.calls.sign-out-cookie-worthless d.roles.logout-signed-out
test('an email and password sign in, and signing out invalidates its cookie and no other', async ({ url, member }) => {
  const api = await openApi(url);
  expect((await api.get('/api/auth/user')).status).toBe(401);
  const { status, body } = await api.signIn(member.email, member.password);
  expect(status).toBe(200);
  expect(body).toMatchObject({ user: { id: member.user.id, email: member.email, role: 'Member' } });
  const thief = await openApi(url, { cookie: api.cookie() });
  expect(await thief.get('/api/auth/user')).toMatchObject({ status: 200, body });
  const out = { status: 200, body: {} };
  expect(await api.post('/api/logout')).toMatchObject(out);
  expect(await api.post('/api/logout'), 'while signed out').toMatchObject(out);
  for (const client of [api, thief]) expect((await client.get('/api/auth/user')).status).toBe(401);
  expect((await member.api.get('/api/auth/user')).status, 'other sessions of the user go on').toBe(200);
});

// proves d.accounts.other-domain d.accounts.bad-password-first-sign-in d.accounts.wrong-password s3.user.email-required
test('a sign-in without an email, from another domain or with a bad or wrong password is refused', async ({
  url,
  admin,
  member,
}) => {
  const api = await openApi(url);
  const { email, password } = newPerson();
  for (const data of [{ password }, { email: '  ', password }]) {
    expect(await api.post('/api/login', data)).toMatchObject({ status: 400, body: { issues: [{ path: 'email' }] } });
  }
  const message = expect.stringContaining("Only the school's email domain is allowed") as unknown;
  const elsewhere = await api.signIn(`${randomUUID()}@elsewhere.example`, password);
  expect(elsewhere).toMatchObject({ status: 403, body: { message } });
  expect(await api.signIn(email, 'short')).toMatchObject({ status: 400, body: { issues: [{ path: 'password' }] } });
  expect(await accountOf(admin, email)).toBeUndefined();
  const wrong = await api.signIn(member.email, 'not the password');
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
});

// proves s7.auth.profile d.calls.profile-answer s6.member.no-own-role
test('the profile accepts a new name and nothing else', async ({ url, admin }) => {
  const { api, user, email } = await newColleague(admin, url);
  const name = `Renamed ${randomUUID()}`;
  const more = { role: 'Admin', approved: false, email: 'other@school.example' };
  const answer = await api.patch('/api/profile', { name, ...more });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ user: { id: user.id, name, email, role: 'Member', approved: true } });
  expect((await api.get('/api/auth/user')).body).toEqual(answer.body);
  expect((await api.post('/api/admin/users/promote', { userId: user.id, role: 'Admin' })).status).toBe(403);
  expect(await accountOf(admin, email)).toMatchObject({ name, role: 'Member', approved: true });
});
