import type { ApiToken } from '@repairline/contracts/identity/views';
import { type Api, openApi } from '../support/api';
import { expect, newColleague, test } from '../support/api-journey';
import { pathOf } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { decideApproval } from '../support/people';
import { upgradeStatus } from '../support/socket';

type NewToken = ApiToken & { token: string };

async function newToken(api: Api, name = 'Nightly report'): Promise<NewToken> {
  const { status, body } = await api.post<NewToken>('/api/profile/tokens', { name });
  expect(status).toBe(201);
  return body;
}

/** A script: no cookie, no CSRF token, no page's Origin. */
const script = (url: string, token: string) => async (method: string, path: string, data?: unknown) => {
  const api = await openApi(url);
  const answer = await api.send(method, path, { data, csrf: null, headers: { Authorization: `Bearer ${token}` } });
  await api.close();
  return answer;
};

test('a token has the permissions of its owner, and needs no cookie or CSRF token', async ({ url, member }) => {
  const { id, token, ...shown } = await newToken(member.api);
  const moment = expect.any(String) as unknown;
  expect(shown).toEqual({ name: 'Nightly report', createdAt: moment, lastUsedAt: null, expiresAt: moment });
  const call = script(url, token);
  expect((await call('GET', '/api/auth/user')).body).toMatchObject({ user: { email: member.email } });
  const barcodeNumber = newAssetNumber();
  expect((await call('POST', '/api/devices', { barcodeNumber, school: 'SHS' })).status).toBe(201);
  expect((await call('GET', '/api/admin/users')).body).toMatchObject({ type: 'admin_only' });
  expect((await member.api.get(pathOf(barcodeNumber))).status).toBe(200);
  const { body } = await member.api.get<ApiToken[]>('/api/profile/tokens');
  expect(body.find((each) => each.id === id)?.lastUsedAt).toEqual(expect.any(String));
  expect(JSON.stringify(body)).not.toContain(token);
});

test('a revoked or unknown token is refused, and only its owner can revoke a token', async ({ url, member, admin }) => {
  const mine = await newToken(member.api);
  const call = script(url, mine.token);
  expect((await call('GET', '/api/stats')).status).toBe(200);
  const foreign = await admin.send('DELETE', `/api/profile/tokens/${mine.id}`);
  expect([foreign.status, foreign.body]).toMatchObject([404, { type: 'token_not_found' }]);
  expect((await call('GET', '/api/stats')).status).toBe(200);
  expect((await member.api.send('DELETE', `/api/profile/tokens/${mine.id}`)).status).toBe(200);
  expect((await call('GET', '/api/stats')).body).toMatchObject({ type: 'not_signed_in' });
  expect((await call('POST', '/api/devices', { barcodeNumber: 'x', school: 'SHS' })).status).toBe(401);
  for (const wrong of ['x', `repairline_${'a'.repeat(43)}`]) {
    expect((await script(url, wrong)('GET', '/api/stats')).status).toBe(401);
    // A cookie sent along does not count: the token alone identifies the caller.
    const both = await member.api.get('/api/stats', { Authorization: `Bearer ${wrong}` });
    expect(both.status).toBe(401);
  }
});

test('a token follows the role and the access of its owner at once', async ({ url, admin }) => {
  const colleague = await newColleague(admin, url);
  const call = script(url, (await newToken(colleague.api)).token);
  const users = async () => (await call('GET', '/api/admin/users')).status;
  expect(await users()).toBe(403);
  const userId = colleague.user.id;
  await admin.post('/api/admin/users/promote', { userId, role: 'Admin' });
  expect(await users()).toBe(200);
  await admin.post('/api/admin/users/promote', { userId, role: 'Member' });
  expect(await users()).toBe(403);
  await decideApproval(admin, colleague, false);
  expect((await call('GET', '/api/stats')).status).toBe(401);
  await decideApproval(admin, colleague, true);
  expect((await call('GET', '/api/stats')).status).toBe(401);
  await colleague.api.signIn(colleague.email, colleague.password);
  expect((await colleague.api.get('/api/profile/tokens')).body).toEqual([]);
});

test('a token cannot create, list or revoke tokens, sign in, or open the WebSocket', async ({ url, member }) => {
  const { token, id } = await newToken(member.api);
  const call = script(url, token);
  const asked = [
    await call('POST', '/api/profile/tokens', { name: 'Child' }),
    await call('GET', '/api/profile/tokens'),
    await call('DELETE', `/api/profile/tokens/${id}`),
  ];
  for (const { status, body } of asked) expect([status, body]).toMatchObject([403, { type: 'token_not_allowed' }]);
  const login = await call('POST', '/api/login', { email: member.email, password: member.password });
  expect(login.body).toMatchObject({ type: 'csrf_token_invalid' });
  expect((await call('GET', '/api/auth/user')).status).toBe(200);
  expect(await upgradeStatus(url, { Origin: url, Authorization: `Bearer ${token}` })).toBe(401);
});

test('a token needs a name, and a retried creation returns the same token', async ({ member: { api } }) => {
  const nameless = await api.post('/api/profile/tokens', { name: ' ' });
  expect(nameless).toMatchObject({ status: 400, body: { message: 'Give the token a name' } });
  const create = () => api.post<NewToken>('/api/profile/tokens', { name: 'Retried' }, { 'Idempotency-Key': 'once' });
  const first = await create();
  expect(first.status).toBe(201);
  expect((await create()).body).toEqual(first.body);
});
