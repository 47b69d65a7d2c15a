import { randomUUID } from 'node:crypto';
import { type ApiToken, type UserAccount } from '@repairline/contracts/identity/views';
import { type Device } from '@repairline/contracts/repairs/views';
import { type Answer, type Api, openApi } from '../support/api';
import { accountOf, expect, newColleague, test as base } from '../support/api-journey';
import { complete, deviceOf, logsOf, logsPathOf, newDevice, pathOf, scrapPathOf } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

/** The objects that the calls act on, in the order of the rows; the last ones use them up. */
interface Bench {
  device: Device;
  /** The id of a repair completed on another device. */
  repairId: string;
  target: UserAccount;
}

interface Row {
  /** As the OpenAPI document has it. */
  call: string;
  /** What distinguishes the rows of one call. */
  by?: string;
  ask: (api: Api, bench: Bench) => Promise<Answer>;
  /** Who may call, and the status they get. Others get 401 if signed out, 403 if signed in. */
  open: 'anyone' | 'signed-in' | 'admin';
  status?: number;
}

const get = (path: string) => (api: Api) => api.get(path);
const approve =
  (approved: boolean) =>
  (api: Api, { target }: Bench) =>
    api.post('/api/admin/users/approve', { userId: target.id, approved });
const promote =
  (role: string) =>
  (api: Api, { target }: Bench) =>
    api.post('/api/admin/users/promote', { userId: target.id, role });

const rows: Row[] = [
  { call: 'GET /api/csrf-token', open: 'anyone', ask: get('/api/csrf-token') },
  { call: 'GET /api/health', open: 'anyone', ask: get('/api/health') },
  { call: 'GET /api/district', open: 'anyone', ask: get('/api/district') },
  { call: 'GET /api/docs', open: 'anyone', ask: get('/api/docs') },
  { call: 'GET /api/docs/openapi.json', open: 'anyone', ask: get('/api/docs/openapi.json') },
  { call: 'GET /api/docs/events', open: 'anyone', ask: get('/api/docs/events') },
  { call: 'GET /api/docs/asyncapi.json', open: 'anyone', ask: get('/api/docs/asyncapi.json') },
  { call: 'GET /api/auth/user', open: 'signed-in', ask: get('/api/auth/user') },
  {
    call: 'POST /api/profile/password',
    open: 'signed-in',
    status: 400,
    ask: (api) => api.post('/api/profile/password', { password: 'wrong wrong', newPassword: 'velvet-harbour-88' }),
  },
  { call: 'GET /api/profile/sign-ins', open: 'signed-in', ask: get('/api/profile/sign-ins') },
  {
    call: 'DELETE /api/profile/sign-ins/{signInId}',
    open: 'signed-in',
    status: 404,
    ask: (api) => api.send('DELETE', `/api/profile/sign-ins/${randomUUID()}`),
  },
  { call: 'GET /api/profile/tokens', open: 'signed-in', ask: get('/api/profile/tokens') },
  {
    call: 'POST /api/profile/tokens',
    open: 'signed-in',
    status: 201,
    ask: (api) => api.post('/api/profile/tokens', { name: 'Roles' }),
  },
  {
    call: 'DELETE /api/profile/tokens/{tokenId}',
    open: 'signed-in',
    ask: async (api) => {
      const { status, body } = await api.get<ApiToken[]>('/api/profile/tokens');
      const tokenId = status === 200 ? body.find(({ name }) => name === 'Roles')?.id : undefined;
      return api.send('DELETE', `/api/profile/tokens/${tokenId ?? randomUUID()}`);
    },
  },
  { call: 'GET /api/devices', open: 'signed-in', ask: get('/api/devices') },
  {
    call: 'POST /api/devices',
    open: 'signed-in',
    status: 201,
    ask: (api) => api.post('/api/devices', { barcodeNumber: newAssetNumber(), school: 'SHS' }),
  },
  {
    call: 'POST /api/devices/bulk',
    open: 'signed-in',
    ask: (api) =>
      api.post('/api/devices/bulk', { common: { school: 'SHS' }, devices: [{ barcodeNumber: newAssetNumber() }] }),
  },
  {
    call: 'GET /api/devices/{barcode}',
    open: 'signed-in',
    ask: (api, { device }) => api.get(pathOf(device.barcodeNumber)),
  },
  {
    call: 'PATCH /api/devices/{barcode}',
    open: 'signed-in',
    ask: (api, { device }) => api.patch(pathOf(device.barcodeNumber), { notes: 'changed', status: 'IN_PROGRESS' }),
  },
  {
    call: 'GET /api/devices/{barcode}/history',
    open: 'signed-in',
    ask: (api, { device }) => api.get(`${pathOf(device.barcodeNumber)}/history`),
  },
  {
    call: 'GET /api/devices/{barcode}/logs',
    open: 'signed-in',
    ask: (api, { device }) => api.get(logsPathOf(device.barcodeNumber)),
  },
  {
    call: 'POST /api/devices/{barcode}/logs',
    open: 'signed-in',
    status: 201,
    ask: (api, { device }) => api.post(logsPathOf(device.barcodeNumber), { issue: 'Missing keys' }),
  },
  {
    call: 'PATCH /api/devices/{barcode}/billing-notes',
    open: 'signed-in',
    ask: (api, { device }) => api.patch(`${pathOf(device.barcodeNumber)}/billing-notes`, { billingNotes: 'paid' }),
  },
  { call: 'GET /api/repair-logs', open: 'signed-in', ask: get('/api/repair-logs') },
  {
    call: 'GET /api/recent-activity',
    open: 'signed-in',
    ask: get('/api/recent-activity'),
  },
  { call: 'GET /api/stats', open: 'signed-in', ask: get('/api/stats') },
  { call: 'GET /api/users', open: 'signed-in', ask: get('/api/users') },
  { call: 'GET /api/sessions/current', open: 'signed-in', ask: get('/api/sessions/current') },
  {
    call: 'POST /api/sessions/start',
    open: 'signed-in',
    ask: async (api) => {
      await api.post('/api/sessions/start');
      return api.post('/api/sessions/start');
    },
  },
  {
    call: 'POST /api/sessions/end',
    open: 'signed-in',
    ask: async (api) => {
      await api.post('/api/sessions/start');
      return api.post('/api/sessions/end');
    },
  },
  {
    call: 'PATCH /api/profile',
    open: 'signed-in',
    ask: (api) => api.patch('/api/profile', { name: `Person ${newAssetNumber()}` }),
  },
  {
    call: 'GET /api/billing/completed',
    open: 'signed-in',
    ask: get('/api/billing/completed'),
  },
  { call: 'GET /api/billing/summary', open: 'signed-in', ask: get('/api/billing/summary') },
  {
    call: 'GET /api/billing/export',
    open: 'signed-in',
    ask: get('/api/billing/export'),
  },
  {
    call: 'PATCH /api/admin/billing/{repairId}',
    open: 'admin',
    ask: (api, { repairId }) => api.patch(`/api/admin/billing/${repairId}`, { billingSent: true }),
  },
  { call: 'GET /api/admin/status', open: 'admin', ask: get('/api/admin/status') },
  { call: 'GET /api/analytics', open: 'admin', ask: get('/api/analytics') },
  {
    call: 'GET /api/admin/export',
    by: 'devices',
    open: 'signed-in',
    ask: get('/api/admin/export?type=devices&q=no-such-device'),
  },
  {
    call: 'GET /api/admin/export',
    by: 'logs',
    open: 'admin',
    ask: get('/api/admin/export?type=logs&to=2020-01-01T00:00:00Z'),
  },
  {
    call: 'POST /api/admin/devices/{barcode}/scrap',
    open: 'admin',
    ask: (api, { device }) => api.post(scrapPathOf(device.barcodeNumber), { scrap: true }),
  },
  { call: 'GET /api/admin/users', open: 'admin', ask: get('/api/admin/users') },
  {
    call: 'POST /api/admin/users/promote',
    by: 'promoting',
    open: 'admin',
    ask: promote('Admin'),
  },
  {
    call: 'POST /api/admin/users/promote',
    by: 'demoting',
    open: 'admin',
    ask: promote('Member'),
  },
  {
    call: 'PATCH /api/admin/users/{id}',
    open: 'admin',
    ask: (api, { target }) => api.patch(`/api/admin/users/${target.id}`, { name: `Person ${newAssetNumber()}` }),
  },
  {
    call: 'POST /api/admin/users/reset-password',
    open: 'admin',
    ask: (api, { target }) => api.post('/api/admin/users/reset-password', { userId: target.id }),
  },
  {
    call: 'DELETE /api/admin/users/{id}',
    open: 'admin',
    status: 409,
    ask: (api, { target }) => api.send('DELETE', `/api/admin/users/${target.id}`),
  },
  {
    call: 'POST /api/admin/users/approve',
    by: 'approving',
    open: 'admin',
    ask: approve(true),
  },
  {
    call: 'POST /api/admin/users/approve',
    by: 'denying and revoking',
    open: 'admin',
    ask: approve(false),
  },
];

const test = base.extend<object, { signedOut: Api; bench: Bench }>({
  signedOut: [async ({ url }, use) => use(await openApi(url)), { scope: 'worker' }],
  bench: [
    async ({ url, admin }, use) => {
      const done = await newDevice(admin);
      const { id: repairId } = await complete(admin, done.barcodeNumber);
      const target = await accountOf(admin, (await newColleague(admin, url)).email);
      if (!target) throw new Error('The target has no account');
      await use({ device: await newDevice(admin), repairId, target });
    },
    { scope: 'worker' },
  ],
});

/** Sign-ins and their end are proved in auth.e2e.spec.ts and accounts.e2e.spec.ts; here they would change who asks. */
const elsewhere = ['POST /api/login', 'POST /api/logout', 'DELETE /api/profile/sign-ins'];

test('every documented call has a row in the matrix of roles, or is proved elsewhere', async ({ signedOut }) => {
  const { body } = await signedOut.get<{ paths: Record<string, object> }>('/api/docs/openapi.json');
  const documented = Object.entries(body.paths).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect([...new Set(rows.map(({ call }) => call)), ...elsewhere].sort()).toEqual(documented.sort());
});

for (const { call, by, ask, open, status = 200 } of rows) {
  const what = by ? `${call} (${by})` : call;
  const refusedFor = { signedOut: open === 'anyone' ? undefined : 401, member: open === 'admin' ? 403 : undefined };

  // proves d.roles.devices-signed-out d.roles.logs-signed-out d.roles.billing-notes-signed-out
  // proves d.roles.repair-logs-signed-out d.roles.recent-activity-signed-out d.roles.stats-signed-out
  // proves d.roles.users-signed-out d.roles.sessions-signed-out d.roles.profile-signed-out
  // proves d.roles.billing-completed-signed-out d.roles.admin-billing-signed-out d.roles.analytics-signed-out
  // proves d.roles.export-logs-signed-out d.roles.scrap-signed-out d.roles.admin-users-signed-out
  // proves d.roles.billing-export-member d.roles.export-devices-signed-out
  test(`${what}, signed out: ${refusedFor.signedOut ?? status}`, async ({ admin, signedOut, bench }) => {
    await expectOutcome(admin, bench, () => ask(signedOut, bench), refusedFor.signedOut, status);
  });

  // proves d.roles.devices-signed-in d.roles.logs-signed-in d.roles.billing-notes-signed-in d.roles.auth-user-signed-in
  // proves d.roles.repair-logs-signed-in d.roles.recent-activity-signed-in d.roles.stats-signed-in
  // proves d.roles.users-signed-in d.roles.sessions-signed-in d.roles.profile-signed-in
  // proves d.roles.billing-completed-member d.roles.admin-billing-member d.roles.analytics-member
  // proves d.roles.export-logs-member d.roles.scrap-member d.roles.admin-users-member s6.users.promote-admin-only
  // proves s6.users.demote-admin-only s6.users.rename-admin-only s6.users.approve-admin-only s6.users.deny-admin-only
  // proves s6.users.revoke-admin-only d.roles.billing-export-member
  test(`${what}, Member: ${refusedFor.member ?? status}`, async ({ admin, member, bench }) => {
    await expectOutcome(admin, bench, () => ask(member.api, bench), refusedFor.member, status);
  });

  // proves d.roles.devices-signed-in d.roles.logs-signed-in d.roles.billing-notes-signed-in d.roles.auth-user-signed-in
  // proves d.roles.repair-logs-signed-in d.roles.recent-activity-signed-in d.roles.stats-signed-in
  // proves d.roles.users-signed-in d.roles.sessions-signed-in d.roles.profile-signed-in d.roles.billing-completed-admin
  // proves d.roles.admin-billing-admin d.roles.analytics-admin d.roles.export-logs-admin d.roles.scrap-admin
  // proves d.roles.admin-users-admin
  test(`${what}, Admin: ${status}`, async ({ admin, bench }) => {
    await expectOutcome(admin, bench, () => ask(admin, bench), undefined, status);
  });
}

/** Makes the call, which is refused or answers the status. A refusal must say why and leave everything as it was. */
async function expectOutcome(
  admin: Api,
  bench: Bench,
  ask: () => Promise<Answer>,
  refused: number | undefined,
  status: number,
): Promise<void> {
  const before = refused && (await shown(admin, bench));
  const answer = await ask();
  expect(answer.status, JSON.stringify(answer.body)).toBe(refused ?? status);
  if (refused === undefined) return;
  expect(answer.body).toEqual({
    message: expect.stringMatching(/./u) as unknown,
    type: refused === 401 ? 'not_signed_in' : 'admin_only',
  });
  expect(await shown(admin, bench)).toEqual(before);
}

async function shown(admin: Api, { device, target }: Bench) {
  return [
    await deviceOf(admin, device.barcodeNumber),
    await logsOf(admin, device.barcodeNumber),
    await accountOf(admin, target.email),
  ];
}
