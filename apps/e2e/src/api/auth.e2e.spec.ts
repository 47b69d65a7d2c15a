import { randomUUID } from 'node:crypto';
import { builtInSchools, district, type District } from '@repairline/contracts/district';
import { accountOf, expect, newColleague, test } from '../support/api-journey';
import { openApi } from '../support/api';
import { theFirstAdmin } from '../support/people';

// proves s7.plumbing.csrf-token-call d.roles.csrf-token-open
test('a signed-out client gets a CSRF token', async ({ url }) => {
  const { status, body } = await (await openApi(url)).get('/api/csrf-token');
  expect(status).toBe(200);
  expect(body).toEqual({ csrfToken: expect.stringMatching(/^[\w-]{20,}$/u) as unknown });
});

// proves d.roles.health-open
test('anyone can read the health of the product', async ({ url }) => {
  const { status, body } = await (await openApi(url)).get('/api/health');
  expect(status).toBe(200);
  expect(body).toMatchObject({ ok: true });
});

// proves d.calls.district d.roles.district-signed-out d.schools.built-in
test('anyone can read the district, with its built-in schools', async ({ url }) => {
  const { status, body } = await (await openApi(url)).get<District>('/api/district');
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(['emailDomains', 'name', 'schools', 'timeZone']);
  expect(district.safeParse(body).success).toBe(true);
  expect(body.emailDomains).toEqual(['school.example']);
  expect(body.schools.map(({ code, level }) => [code, level])).toEqual([
    ['SHS', 'HS'],
    ['SMS', 'MS'],
    ['HBE', 'ES'],
    ['HLE', 'ES'],
    ['N/A', 'NA'],
  ]);
  const nameOf = (code: string) => body.schools.find((school) => school.code === code)?.name;
  expect([nameOf('SHS'), nameOf('SMS'), nameOf('N/A')]).toEqual(['High School', 'Middle School', 'Not Applicable']);
  expect(body.schools).toHaveLength(builtInSchools.length);
});

// proves s7.auth.user-401
test('there is no current user before signing in', async ({ url }) => {
  const { status } = await (await openApi(url)).get('/api/auth/user');
  expect(status).toBe(401);
});

// proves s7.auth.login-body d.roles.login-open d.calls.login-answers-user s7.auth.user-shape
test('an email and password sign in, and the current user is the one who signed in', async ({ url, member }) => {
  const api = await openApi(url);
  const { status, body } = await api.signIn(member.email, member.password);
  expect(status).toBe(200);
  expect(body).toMatchObject({ user: { id: member.user.id, email: member.email, role: 'Member' } });
  const current = await api.get('/api/auth/user');
  expect(current.status).toBe(200);
  expect(current.body).toEqual(body);
});

// proves d.roles.auth-user-signed-in
test('a Member and an Admin can read who they are', async ({ member, admin }) => {
  const asMember = await member.api.get('/api/auth/user');
  expect(asMember).toMatchObject({ status: 200, body: { user: { email: member.email, role: 'Member' } } });
  const asAdmin = await admin.get('/api/auth/user');
  expect(asAdmin).toMatchObject({ status: 200, body: { user: { email: theFirstAdmin.email, role: 'Admin' } } });
});

// proves s7.auth.logout d.calls.logout-answer d.calls.sign-out-cookie-worthless
test('signing out invalidates its session cookie, and no other', async ({ url, member }) => {
  const api = await openApi(url);
  await api.signIn(member.email, member.password);
  const thief = await openApi(url, { cookie: api.cookie() });
  expect((await thief.get('/api/auth/user')).status).toBe(200);
  expect(await api.post('/api/logout')).toMatchObject({ status: 200, body: {} });
  expect((await api.get('/api/auth/user')).status).toBe(401);
  expect((await thief.get('/api/auth/user')).status).toBe(401);
  expect((await member.api.get('/api/auth/user')).status, 'other sessions of the user go on').toBe(200);
});

// proves d.roles.logout-signed-out
test('signing out while signed out succeeds', async ({ url }) => {
  expect(await (await openApi(url)).post('/api/logout')).toMatchObject({ status: 200, body: {} });
});

// proves s7.auth.profile d.calls.profile-answer s6.member.no-own-role
test('the profile accepts a new name and nothing else', async ({ url, admin }) => {
  const { api, user, email } = await newColleague(admin, url);
  const name = `Renamed ${randomUUID()}`;
  const answer = await api.patch('/api/profile', {
    name,
    role: 'Admin',
    approved: false,
    email: 'other@school.example',
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ user: { id: user.id, name, email, role: 'Member', approved: true } });
  expect((await api.get('/api/auth/user')).body).toEqual(answer.body);
  expect((await api.post('/api/admin/users/promote', { userId: user.id, role: 'Admin' })).status).toBe(403);
  expect(await accountOf(admin, email)).toMatchObject({ name, role: 'Member', approved: true });
});
