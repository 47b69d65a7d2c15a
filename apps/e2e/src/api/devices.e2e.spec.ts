import { randomUUID } from 'node:crypto';
import { type Device } from '@repairline/contracts/repairs/views';
import { expect, newColleague, test } from '../support/api-journey';
import {
  complete,
  deviceIn,
  deviceOf,
  logsOf,
  logsPathOf,
  newDevice,
  pathOf,
  scrapPathOf,
  startWork,
} from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

// proves s3.device.fields s7.devices.post s7.devices.get d.life.intake-new s7.devices.patch-partial
// proves s7.devices.patch-school s7.devices.patch-priority s7.devices.patch-assigned-to s3.device.student-name-nullable
// proves d.calls.answers-resource
test('a device is taken in with all its fields, and a change leaves the others as they were', async ({
  member: { api, user },
}) => {
  const given = {
    ...{ barcodeNumber: newAssetNumber(), school: 'HBE', model: 'Lenovo 300e', status: 'INTAKE', priority: 'High' },
    ...{
      assignedTo: user.email,
      studentName: 'Ada Park',
      initialIssue: 'Screen cracked/broken',
      notes: 'Loaner given',
    },
  };
  const { status, body } = await api.post<Device>('/api/devices', given);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...given, assignedTo: user.name, billingNotes: '' });
  expect(body.id).not.toBe('');
  expect(Date.parse(body.createdAt)).toBeLessThanOrEqual(Date.parse(body.updatedAt));
  expect(await deviceOf(api, given.barcodeNumber)).toEqual(body);

  let expected = body;
  for (const [change, shown] of [
    [{ school: 'SMS' }, {}],
    [{ priority: 'Low' }, { highestPriority: 'Low' }],
    [{ assignedTo: '' }, { assigneeId: null }],
    [{ assignedTo: user.email }, { assignedTo: user.name, assigneeId: user.id }],
    [{ model: 'HP 14', notes: 'other', studentName: null }, {}],
  ] as [Partial<Device>, Partial<Device>][]) {
    const answer = await api.patch<Device>(pathOf(given.barcodeNumber), change);
    expected = { ...expected, ...change, ...shown, updatedAt: answer.body.updatedAt };
    expect([answer.status, answer.body]).toEqual([200, expected]);
    expect(await deviceOf(api, given.barcodeNumber)).toEqual(expected);
  }
});

// proves s7.devices.patch-status s7.admin.scrap d.calls.scrap-answer
test('a device is started by its status alone, completed, scrapped and restored', async ({
  admin,
  member: { api, user },
}) => {
  const { id, barcodeNumber } = await newDevice(api, { model: 'HP 11' });
  const started = { status: 'IN_PROGRESS', model: 'HP 11', school: 'SHS', assigneeId: user.id };
  expect(await startWork(api, barcodeNumber)).toMatchObject(started);
  await complete(api, barcodeNumber);
  for (const [scrap, status] of [
    [true, 'PARTS'],
    [false, 'COMPLETED'],
  ]) {
    const answer = await admin.post<Device>(scrapPathOf(barcodeNumber), { scrap });
    expect(answer).toMatchObject({ status: 200, body: { id, status } });
    expect(await deviceOf(api, barcodeNumber)).toEqual(answer.body);
  }
  expect((await admin.post(scrapPathOf(barcodeNumber), { scrap: 'yes' })).status).toBe(400);
});

for (const [from, nextStep] of [
  ['INTAKE', 'IN_PROGRESS'],
  ['IN_PROGRESS', 'completed repair entry'],
  ['COMPLETED', 'take it in again'],
] as const) {
  // proves d.life.other-status-409 d.life.unknown-status-400 d.life.same-status-no-change
  // proves d.life.intake-again-from-intake d.life.intake-again-from-in-progress d.calls.completed-log-on-completed
  test(`what does not follow ${from} is refused, and changes nothing`, async ({ admin }) => {
    const before = await deviceIn(from, admin);
    const { barcodeNumber } = before;
    const timeline = await logsOf(admin, barcodeNumber);
    const change = (status: unknown) => admin.patch(pathOf(barcodeNumber), { status });
    const message = expect.stringContaining(nextStep) as unknown;
    expect(await change('PARTS')).toMatchObject({ status: 409, body: { message } });
    for (const word of ['LOST', 'intake', '', 7, null]) expect((await change(word)).status).toBe(400);
    expect(await change(from)).toMatchObject({ status: 200, body: before });
    if (from === 'COMPLETED') {
      const again = await admin.post(logsPathOf(barcodeNumber), { issue: 'x', completed: true });
      expect(again).toMatchObject({ status: 409, body: { type: 'repair_already_completed' } });
    } else {
      const again = await admin.post('/api/devices', { barcodeNumber, school: 'SMS', notes: 'lost' });
      expect(again).toMatchObject({ status: 409, body: { type: 'device_exists', device: before } });
    }
    expect(await deviceOf(admin, barcodeNumber)).toEqual(before);
    expect(await logsOf(admin, barcodeNumber)).toEqual(timeline);
  });
}

// proves d.life.parts-intake-refused d.life.parts-log-refused d.life.parts-start-work-refused
test('a deprovisioned device accepts no intake, entry or start of work', async ({ admin, member: { api } }) => {
  const before = await deviceIn('PARTS', admin);
  const { barcodeNumber } = before;
  const refused = { status: 409, body: { message: 'Device is deprovisioned; an Admin can restore it' } };
  expect(await api.post('/api/devices', { barcodeNumber, school: 'SHS' })).toMatchObject(refused);
  for (const completed of [true, false]) {
    expect(await api.post(logsPathOf(barcodeNumber), { issue: 'x', completed })).toMatchObject(refused);
  }
  expect(await api.patch(pathOf(barcodeNumber), { status: 'IN_PROGRESS' })).toMatchObject(refused);
  expect(await deviceOf(api, barcodeNumber)).toEqual(before);
  expect(await logsOf(api, barcodeNumber)).toEqual([]);
});

// proves s7.devices.get-unknown d.schools.unknown-code
test('an unknown asset number is not found, and an unknown school is refused with the valid codes', async ({
  member: { api },
}) => {
  const unknown = await api.get(pathOf(newAssetNumber()));
  expect(unknown).toMatchObject({ status: 404, body: { message: 'Device not found' } });
  const { barcodeNumber } = await newDevice(api);
  const message = 'Unknown school. Valid codes: SHS, SMS, HBE, HLE, N/A';
  for (const refused of [
    await api.post('/api/devices', { barcodeNumber: newAssetNumber(), school: 'XYZ' }),
    await api.patch(pathOf(barcodeNumber), { school: 'XYZ' }),
  ])
    expect(refused).toMatchObject({ status: 400, body: { message } });
});

// proves s7.devices.list s3.filter.parameters s7.devices.list-q s7.devices.list-school s7.devices.list-status
// proves s7.devices.list-priority s7.devices.list-assigned-to d.calls.totals-by-call
test('devices are listed page by page, and filtered by text, school, status, priority and assignee', async ({
  url,
  admin,
}) => {
  const { api, user } = await newColleague(admin, url);
  const model = `M-${randomUUID()}`;
  const plain = await newDevice(api, { model });
  const status = await startWork(admin, (await newDevice(api, { model })).barcodeNumber);
  const urgent = await newDevice(api, { model, priority: 'High' });
  const school = await newDevice(api, { model, school: 'HLE' });
  const assigned = await newDevice(api, { model, school: 'HLE', priority: 'High', assignedTo: user.email });
  const own = new Map(Object.entries({ plain, school, status, urgent, assigned }).map(([name, { id }]) => [id, name]));
  const page = (path: string) => api.get<Device[]>(path);
  const found = async (query: string) => {
    const answer = await page(`/api/devices?q=${model}${query}`);
    expect(answer).toMatchObject({ status: 200, headers: { 'x-total-count': String(answer.body.length) } });
    return answer.body.map(({ id }) => own.get(id)).sort();
  };
  expect(await found('')).toEqual(['assigned', 'plain', 'school', 'status', 'urgent']);
  expect(await found('x')).toEqual([]);
  expect(await found('&school=HLE')).toEqual(['assigned', 'school']);
  expect(await found('&status=IN_PROGRESS')).toEqual(['status']);
  expect(await found('&priority=High')).toEqual(['assigned', 'urgent']);
  expect(await found('&school=HLE&priority=High')).toEqual(['assigned']);
  for (const who of [user.name, user.email, user.id]) {
    expect(await found(`&assignedTo=${encodeURIComponent(who)}`)).toEqual(['assigned']);
  }
  const paged: Device[] = [];
  for (let next: string | undefined = `/api/devices?q=${model}&limit=2`; next !== undefined;) {
    const { headers, body } = await page(next);
    expect(headers['x-total-count']).toBe('5');
    paged.push(...body);
    next = /^<([^>]+)>; rel="next"$/u.exec(String(headers.link ?? ''))?.[1];
  }
  expect(paged).toEqual((await page(`/api/devices?q=${model}`)).body);
});

test('a change that means another device than the one that has the number now is refused with where that device is', async ({
  member: { api },
  admin,
}) => {
  const { id, barcodeNumber: before } = await newDevice(api);
  const now = newAssetNumber();
  await api.patch(pathOf(before), { barcodeNumber: now });
  const other = await newDevice(api, { barcodeNumber: before });
  const changes = (header: Record<string, string>) => [
    api.patch(pathOf(before), { notes: 'x' }, header),
    api.post(logsPathOf(before), { issue: 'x' }, header),
    api.patch(`${pathOf(before)}/billing-notes`, { billingNotes: 'x' }, header),
    admin.post(scrapPathOf(before), { scrap: true }, header),
  ];
  for (const { status, body } of await Promise.all(changes({ 'X-Device-Id': id }))) {
    expect([status, body]).toMatchObject([409, { type: 'device_elsewhere', barcodeNumber: now }]);
  }
  for (const { status } of await Promise.all(changes({ 'X-Device-Id': 'CB-1' }))) expect(status).toBe(400);
  expect(await deviceOf(api, before)).toEqual(other);
  const { status } = await api.patch(pathOf(now), { notes: 'meant' }, { 'X-Device-Id': id.toUpperCase() });
  expect(status).toBe(200);
});

test('a change that would replace what its writer has not seen is refused, and made once that is seen', async ({
  member: { api, user },
  admin,
}) => {
  const { barcodeNumber } = await newDevice(api, { notes: 'first' });
  const account = `/api/admin/users/${user.id}`;
  const before = 'as it was before';
  const refused = [
    await api.patch(pathOf(barcodeNumber), { notes: 'mine', expected: { notes: before } }),
    await api.patch(`${pathOf(barcodeNumber)}/billing-notes`, {
      billingNotes: 'mine',
      expected: { billingNotes: before },
    }),
    await api.patch('/api/profile', { name: 'Mine', expected: { name: before } }),
    await admin.patch(account, { name: 'Mine', expected: { name: before } }),
  ];
  const fields = ['notes', 'billingNotes', 'name', 'name'];
  for (const [at, { status, body }] of refused.entries())
    expect([status, body]).toMatchObject([409, { type: 'changed_meanwhile', issues: [{ path: fields[at] }] }]);
  expect(await deviceOf(api, barcodeNumber)).toMatchObject({ notes: 'first', billingNotes: '' });
  const made = [
    await api.patch(pathOf(barcodeNumber), { notes: 'mine', expected: { notes: 'first' } }),
    await api.patch(`${pathOf(barcodeNumber)}/billing-notes`, { billingNotes: 'mine', expected: { billingNotes: '' } }),
    await admin.patch(account, { name: 'Renamed', expected: { name: user.name } }),
    await api.patch('/api/profile', { name: user.name, expected: { name: 'Renamed' } }),
    await api.patch(pathOf(barcodeNumber), { notes: 'the last writer wins' }),
  ];
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await deviceOf(api, barcodeNumber)).toMatchObject({ notes: 'the last writer wins', billingNotes: 'mine' });
});
