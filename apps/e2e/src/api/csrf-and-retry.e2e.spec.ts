import { randomUUID } from 'node:crypto';
import { type Device } from '@repairline/contracts/repairs/views';
import { type Api, openApi, type Sending } from '../support/api';
import { expect, test } from '../support/api-journey';
import { logsOf, logsPathOf, newDevice, pathOf } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { newPerson } from '../support/people';
import { upgradeStatus } from '../support/socket';

const INVALID = { status: 403, body: { message: 'Invalid CSRF token' } };
const keyed = (key: string) => ({ 'Idempotency-Key': key });

/** Tries every kind of change; none may take effect. */
async function expectAllRefused(
  api: Api,
  device: Device,
  sending: Sending,
  expected: Record<string, unknown>,
): Promise<void> {
  const barcodeNumber = newAssetNumber();
  const { id } = (await api.get<{ user: { id: string } }>('/api/auth/user')).body.user;
  const calls: [string, string, unknown][] = [
    ['POST', '/api/devices', { barcodeNumber, school: 'SHS' }],
    ['POST', '/api/devices/bulk', { common: { school: 'SHS' }, devices: [{ barcodeNumber }] }],
    ['PATCH', pathOf(device.barcodeNumber), { notes: 'changed' }],
    ['POST', logsPathOf(device.barcodeNumber), { issue: 'x' }],
    ['PATCH', `${pathOf(device.barcodeNumber)}/billing-notes`, { billingNotes: 'x' }],
    ['POST', '/api/sessions/start', undefined],
    ['POST', '/api/sessions/end', undefined],
    ['PATCH', '/api/profile', { name: 'x' }],
    ['POST', `/api/admin/devices/${device.barcodeNumber}/scrap`, { scrap: true }],
    ['POST', '/api/admin/users/approve', { userId: id, approved: true }],
    ['POST', '/api/admin/users/promote', { userId: id, role: 'Admin' }],
    ['PATCH', `/api/admin/users/${id}`, { name: 'x' }],
    ['PATCH', `/api/admin/billing/${randomUUID()}`, { billingSent: true }],
    ['POST', '/api/logout', undefined],
  ];
  for (const [method, path, data] of calls) {
    expect(await api.send(method, path, { data, ...sending }), `${method} ${path}`).toMatchObject(expected);
  }
  expect((await api.get(pathOf(barcodeNumber))).status).toBe(404);
  expect((await api.get(pathOf(device.barcodeNumber))).body).toEqual(device);
  expect(await logsOf(api, device.barcodeNumber)).toEqual([]);
  expect((await api.get('/api/auth/user')).status, 'still signed in').toBe(200);
}

// proves d.calls.csrf-needed d.calls.csrf-bound-to-cookie
test('a change without the CSRF token of its own session is refused', async ({ admin, member, url }) => {
  const device = await newDevice(admin);
  const ofOthers = [await member.api.csrfToken(), await (await openApi(url)).csrfToken()];
  for (const csrf of [null, ...ofOthers]) await expectAllRefused(admin, device, { csrf }, INVALID);
});

// proves d.calls.csrf-needed-for-login d.calls.csrf-bound-to-cookie
test('signing in requires a CSRF token too, and invalidates the token used before', async ({
  url,
  member: { email, password },
}) => {
  const api = await openApi(url);
  const signIn = (csrf: string | null) => api.send('POST', '/api/login', { data: { email, password }, csrf });
  expect(await signIn(null), 'without a cookie either').toMatchObject(INVALID);
  const before = await api.csrfToken();
  expect(await signIn(null)).toMatchObject(INVALID);
  expect(await signIn(await (await openApi(url)).csrfToken())).toMatchObject(INVALID);
  expect((await api.get('/api/auth/user')).status).toBe(401);
  expect((await signIn(before)).status).toBe(200);
  const data = { barcodeNumber: newAssetNumber(), school: 'SHS' };
  expect(await api.send('POST', '/api/devices', { data, csrf: before })).toMatchObject(INVALID);
  expect((await api.post('/api/devices', data)).status).toBe(201);
});

// proves d.config.public-origin-calls d.config.public-origin-ws
test('changes and WebSockets from another origin are refused', async ({ url, admin }) => {
  const device = await newDevice(admin);
  for (const Origin of ['https://evil.example', url.replace('http', 'https')]) {
    const expected = { status: 403, body: { type: 'origin_not_allowed' } };
    await expectAllRefused(admin, device, { headers: { Origin } }, expected);
    expect(await upgradeStatus(url, { Origin, Cookie: admin.cookie() })).toBe(403);
  }
  const { email, password } = newPerson();
  const stranger = await openApi(url);
  expect((await stranger.signIn(email, password, { Origin: 'https://evil.example' })).status).toBe(403);
  expect(await upgradeStatus(url, { Cookie: admin.cookie() }), 'without an Origin').toBe(403);
  expect(await upgradeStatus(url, { Origin: url, Cookie: admin.cookie() })).toBe(101);
});

// proves d.calls.idempotency-once d.calls.idempotency-first-answer
test('a request repeated with its key takes effect once and gets the first answer again', async ({
  member: { api },
}) => {
  const data = { barcodeNumber: newAssetNumber(), school: 'SHS' };
  const [intakeKey, logKey] = [randomUUID(), randomUUID()];
  const intake = () => api.post<Device>('/api/devices', data, keyed(intakeKey));
  const first = await intake();
  expect(first.status).toBe(201);
  await api.patch(pathOf(data.barcodeNumber), { notes: 'changed since' });
  expect(await intake()).toMatchObject({ status: 201, body: first.body });

  const entry = () => api.post(logsPathOf(data.barcodeNumber), { issue: 'once' }, keyed(logKey));
  const answers = await Promise.all([entry(), entry(), entry()]);
  answers.push(await entry());
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
  expect(await logsOf(api, data.barcodeNumber)).toHaveLength(1);
});
