import { randomUUID } from 'node:crypto';
import { type Device } from '@repairline/contracts/repairs/views';
import { type Answer, type Api } from '../support/api';
import { accountOf, type Colleague, expect, newColleague, test as base } from '../support/api-journey';
import { deviceOf, logsOf, logsPathOf, newDevice, pathOf, scrapPathOf } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

interface Refusal {
  message: string;
  type?: string;
  issues?: { path: string; message: string }[];
}

/** A device and a person that no other test touches. */
const test = base.extend<object, { device: Device; victim: Colleague }>({
  device: [async ({ admin }, use) => use(await newDevice(admin, { notes: 'as it was' })), { scope: 'worker' }],
  victim: [async ({ admin, url }, use) => use(await newColleague(admin, url)), { scope: 'worker' }],
});

/** Every error has exactly this shape, whatever went wrong. */
function expectShape({ status, headers, body }: Answer): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(headers['content-type']).toContain('application/json');
  const { message, type, issues, ...details } = body as Refusal & Record<string, unknown>;
  expect(message).toMatch(/./u);
  expect(type).toMatch(/^[a-z_]+$/u);
  expect(Object.keys(details).every((name) => ['email', 'device'].includes(name))).toBe(true);
  for (const issue of issues ?? []) {
    expect(Object.keys(issue).sort()).toEqual(['message', 'path']);
    expect([typeof issue.path, typeof issue.message]).toEqual(['string', 'string']);
  }
}

// proves d.calls.error-shape
test('every error has one shape', async ({ member: { api }, device, admin }) => {
  const answers = [
    await api.post('/api/devices', {}),
    await api.get(pathOf(newAssetNumber())),
    await api.post('/api/devices', { barcodeNumber: device.barcodeNumber, school: 'SHS' }),
    await api.get('/api/admin/users'),
    await api.get('/api/no-such-call'),
    await api.send('DELETE', pathOf(device.barcodeNumber)),
    await api.send('POST', '/api/devices', { csrf: null, data: {} }),
    await api.send('POST', '/api/devices', { raw: '{"barcodeNumber": ' }),
    await api.send('POST', '/api/devices', { raw: '"text"' }),
    await api.post('/api/devices', { notes: 'n'.repeat(200_000) }),
    await api.get('/api/devices/%E0%A4%A'),
    await api.post('/api/sessions/start', {}, { 'Idempotency-Key': 'not a key' }),
    await admin.post('/api/admin/users/promote', { userId: randomUUID(), role: 'Admin' }),
  ];
  answers.forEach(expectShape);
  expect(answers.map(({ status }) => status)).toEqual([
    400, 404, 409, 403, 404, 405, 403, 400, 400, 413, 400, 400, 404,
  ]);
});

// proves d.calls.validation-400
test('invalid input is a 400 that lists all issues and has the message of the first', async ({
  member: { api },
  device,
}) => {
  const bad = { barcodeNumber: '', school: 7, priority: 'Urgent', studentName: 'x'.repeat(121) };
  for (const answer of [
    await api.post<Refusal>('/api/devices', bad),
    await api.patch<Refusal>(pathOf(device.barcodeNumber), bad),
    await api.post<Refusal>(logsPathOf(device.barcodeNumber), { completed: 'yes', comments: 7 }),
    await api.get<Refusal>('/api/devices?limit=x&status=LOST'),
    await api.post<Refusal>('/api/login', {}),
  ]) {
    expectShape(answer);
    expect(answer.status).toBe(400);
    expect(answer.body.issues?.length).toBeGreaterThan(1);
    expect(answer.body.message).toBe(answer.body.issues?.[0]?.message);
  }
  expect(await deviceOf(api, device.barcodeNumber)).toEqual(device);
});

type Call = (api: Api, device: Device, text: string) => Promise<Answer<Refusal>>;
const onIntake =
  (field: string): Call =>
  (api, _, text) =>
    api.post('/api/devices', { barcodeNumber: newAssetNumber(), school: 'SHS', [field]: text });
const onChange =
  (field: string): Call =>
  (api, { barcodeNumber }, text) =>
    api.patch(pathOf(barcodeNumber), { [field]: text });
const onEntry =
  (field: string): Call =>
  (api, { barcodeNumber }, text) =>
    api.post(logsPathOf(barcodeNumber), { issue: 'Missing keys', [field]: text });
const onBillingNotes: Call = (api, { barcodeNumber }, text) =>
  api.patch(`${pathOf(barcodeNumber)}/billing-notes`, { billingNotes: text });
const onProfile: Call = (api, _, text) => api.patch('/api/profile', { name: text });

const limits: { most: number; calls: [string, Call][] }[] = [
  {
    most: 120,
    calls: [
      ['studentName', onIntake('studentName')],
      ['studentName', onChange('studentName')],
      ['model', onIntake('model')],
      ['model', onChange('model')],
      ['name', onProfile],
    ],
  },
  {
    most: 500,
    calls: [
      ['initialIssue', onIntake('initialIssue')],
      ['initialIssue', onChange('initialIssue')],
      ['issue', onEntry('issue')],
    ],
  },
  { most: 4_000, calls: [['actions', onEntry('actions')]] },
  { most: 4_000, calls: [['comments', onEntry('comments')]] },
  {
    most: 4_000,
    calls: [
      ['notes', onIntake('notes')],
      ['notes', onChange('notes')],
      ['billingNotes', onBillingNotes],
    ],
  },
];
for (const { most, calls } of limits) {
  // proves d.life.limit-names d.life.limit-issue d.life.limit-actions d.life.limit-comments d.life.limit-notes
  test(`${calls[0]?.[0]}: ${most} characters are accepted, more are refused with their field`, async ({
    admin,
    victim,
  }) => {
    for (const [path, call] of calls) {
      const device = await newDevice(admin);
      const refused = await call(victim.api, device, 'x'.repeat(most + 1));
      expect(refused.status, path).toBe(400);
      expect(refused.body.issues?.map((issue) => issue.path)).toEqual([path]);
      expect(await deviceOf(admin, device.barcodeNumber)).toEqual(device);
      expect(await logsOf(admin, device.barcodeNumber)).toEqual([]);
      expect((await call(victim.api, device, 'x'.repeat(most))).status, path).toBeLessThan(300);
    }
  });
}

const HUGE = 'x'.repeat(50_000);
const CONTROL = 'bell\u0007 and \u0000 nothing';
const LONE_SURROGATE = '\ud800';
const strange: unknown[] = [
  7,
  true,
  {},
  [],
  [{}],
  { $gt: '' },
  HUGE,
  CONTROL,
  LONE_SURROGATE,
  1e308,
  { toString: 'x' },
];
const bodies = [
  'null',
  '7',
  '"text"',
  '[]',
  '[1]',
  'true',
  '{',
  '',
  '{"a":1}}',
  '\u0000',
  '{"__proto__":{"role":"Admin"}}',
];

test('invalid values for fields are refused and change no device', async ({ admin, device }) => {
  const fields = ['barcodeNumber', 'school', 'model', 'priority', 'assignedTo', 'studentName', 'initialIssue', 'notes'];
  for (const value of strange) {
    for (const field of [...fields, 'status']) {
      const wanted = { barcodeNumber: newAssetNumber(), school: 'SHS', [field]: value };
      expect((await admin.post('/api/devices', wanted)).status, `${field} ${JSON.stringify(value)}`).toBe(400);
      expect((await admin.patch(pathOf(device.barcodeNumber), { [field]: value })).status).toBe(400);
    }
    for (const field of ['issue', 'actions', 'technician', 'comments', 'priority']) {
      const entry = { issue: 'x', [field]: value };
      expect((await admin.post(logsPathOf(device.barcodeNumber), entry)).status, field).toBe(400);
    }
    if (value === true) continue;
    const isRefused = async (answer: Promise<Answer>) => expect((await answer).status).toBe(400);
    await isRefused(admin.post(logsPathOf(device.barcodeNumber), { issue: 'x', completed: value }));
    await isRefused(admin.post(scrapPathOf(device.barcodeNumber), { scrap: value }));
  }
  expect(await deviceOf(admin, device.barcodeNumber)).toEqual(device);
  expect(await logsOf(admin, device.barcodeNumber)).toEqual([]);
});

test('invalid values for fields are refused and change no account', async ({ admin, victim }) => {
  const before = await accountOf(admin, victim.email);
  for (const value of strange) {
    const answers = [
      await admin.patch(`/api/admin/users/${victim.user.id}`, { name: value }),
      await victim.api.patch('/api/profile', { name: value }),
      await admin.post('/api/admin/users/promote', { userId: victim.user.id, role: value }),
      await admin.post('/api/admin/users/approve', { userId: value, approved: false }),
      await admin.post('/api/login', { email: value, password: victim.password }),
      await admin.post('/api/login', {
        email: victim.email,
        password: typeof value === 'string' ? 'x'.repeat(2_000) : value,
      }),
    ];
    if (value !== true) {
      answers.push(await admin.post('/api/admin/users/approve', { userId: victim.user.id, approved: value }));
    }
    for (const { status } of answers) {
      expect(status, JSON.stringify(value)).toBeGreaterThanOrEqual(400);
      expect(status, JSON.stringify(value)).toBeLessThan(500);
    }
  }
  expect(await accountOf(admin, victim.email)).toEqual(before);
});

test('bodies that are not objects, or carry __proto__, change nothing', async ({ admin, victim, device }) => {
  const paths: [string, string][] = [
    ['POST', '/api/devices'],
    ['POST', '/api/devices/bulk'],
    ['POST', logsPathOf(device.barcodeNumber)],
    ['POST', scrapPathOf(device.barcodeNumber)],
    ['POST', '/api/login'],
    ['PATCH', '/api/profile'],
    ['POST', '/api/admin/users/approve'],
    ['POST', '/api/admin/users/promote'],
    ['PATCH', `/api/admin/users/${victim.user.id}`],
  ];
  for (const raw of bodies) {
    for (const [method, path] of paths) {
      expect((await admin.send(method, path, { raw })).status, `${path} ${raw}`).toBe(400);
    }
    const { status } = await admin.send('PATCH', pathOf(device.barcodeNumber), { raw });
    expect([200, 400], raw).toContain(status);
  }
  const polluted = '{"notes":"as it was","__proto__":{"notes":"x"},"constructor":{"prototype":{"x":1}},"id":"x"}';
  expect((await admin.send('PATCH', pathOf(device.barcodeNumber), { raw: polluted })).status).toBe(200);
  expect(await deviceOf(admin, device.barcodeNumber)).toEqual(device);
  expect(await logsOf(admin, device.barcodeNumber)).toEqual([]);
  expect((await victim.api.get('/api/admin/users')).status, 'still a Member').toBe(403);
});

test('asset numbers with slashes, Unicode, markup or code work like any other', async ({ member: { api } }) => {
  const own = randomUUID().slice(0, 8);
  for (const typed of [
    `a/b/${own}`,
    `../${own}`,
    `${own}?q=1#x`,
    `${own}%2F%00`,
    `ÄÖ ${own} 日本 🔧`,
    `__proto__${own}`,
    `'; drop table devices; -- ${own}`,
    `<b>${own}</b>`,
    `${own}\\"`,
  ]) {
    const device = await newDevice(api, { barcodeNumber: typed });
    expect(device.barcodeNumber).toBe(typed);
    expect(await deviceOf(api, typed)).toEqual(device);
    expect((await api.post(logsPathOf(typed), { issue: `on ${typed}` })).status).toBe(201);
    expect((await logsOf(api, typed)).map(({ issue }) => issue)).toEqual([`on ${typed}`]);
    const { body } = await api.get<Device[]>(`/api/devices?q=${encodeURIComponent(typed)}`);
    expect(body.map(({ id }) => id)).toContain(device.id);
  }
  for (const word of ['__proto__', 'constructor', 'toString', '%00', '..%2f..', 'bulk%2F', '%F0%9F%94%A7']) {
    const { status } = await api.get(`/api/devices/${word}`);
    expect([400, 404], word).toContain(status);
  }
});

test('nonsensical queries are answered with 200 or 400', async ({ member: { api } }) => {
  const queries = [
    'q[]=a',
    'q=a&q=b',
    'q[$ne]=',
    'status=__proto__',
    'priority=high',
    'limit=1e9',
    'limit=NaN',
    'cursor=%00',
    'q=%00',
    `q=${'x'.repeat(300)}`,
    'assignedTo=%00',
    'school=%00',
    'school=XYZ',
  ];
  for (const list of [
    '/api/devices',
    '/api/repair-logs',
    '/api/billing/completed',
    '/api/billing/summary',
    '/api/recent-activity',
  ]) {
    for (const query of [...queries, 'from=yesterday', 'technician=%00', 'completed=maybe', 'sent=maybe']) {
      const { status } = await api.get(`${list}?${query}`);
      expect([200, 400], `${list}?${query}: ${status}`).toContain(status);
    }
  }
});
