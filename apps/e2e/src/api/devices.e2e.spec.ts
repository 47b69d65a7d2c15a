import { randomUUID } from 'node:crypto';
import { type Device } from '@repairline/contracts/repairs/views';
import { expect, test } from '../support/api-journey';
import { deviceIn, deviceOf, log, logsOf, newDevice, pathOf, startWork } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

interface Refusal {
  message: string;
  issues?: { path: string; message: string }[];
}

// proves s3.device.fields s7.devices.post s7.devices.get d.life.intake-new d.calls.reads-follow-writes
test('a device is taken in and returned with all its fields', async ({ member: { api, user } }) => {
  const given = {
    barcodeNumber: newAssetNumber(),
    school: 'HBE',
    model: 'Lenovo 300e',
    status: 'INTAKE',
    priority: 'High',
    assignedTo: user.email,
    studentName: 'Ada Park',
    initialIssue: 'Screen cracked/broken',
    notes: 'Loaner given',
  };
  const { status, body } = await api.post<Device>('/api/devices', given);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...given, assignedTo: user.name, billingNotes: '' });
  expect(body.id).not.toBe('');
  expect(Date.parse(body.createdAt)).toBeLessThanOrEqual(Date.parse(body.updatedAt));
  expect(await deviceOf(api, given.barcodeNumber)).toEqual(body);
});

// proves s7.devices.get-unknown
test('an unknown asset number is not found', async ({ member }) => {
  const { status, body } = await member.api.get(pathOf(newAssetNumber()));
  expect(status).toBe(404);
  expect(body).toMatchObject({ message: 'Device not found' });
});

// proves s3.device.barcode-required s3.device.school-required s3.device.student-name-nullable
test('asset number and school are required, the student is not', async ({ member: { api } }) => {
  const barcodeNumber = newAssetNumber();
  for (const [body, path] of [
    [{ school: 'SHS' }, 'barcodeNumber'],
    [{ school: 'SHS', barcodeNumber: '   ' }, 'barcodeNumber'],
    [{ barcodeNumber }, 'school'],
    [{ barcodeNumber, school: '' }, 'school'],
  ] as const) {
    const answer = await api.post<Refusal>('/api/devices', body);
    expect(answer.status).toBe(400);
    expect(answer.body.issues?.map((issue) => issue.path)).toEqual([path]);
  }
  expect((await newDevice(api, { barcodeNumber, studentName: null })).studentName).toBeNull();
});

// proves s7.devices.patch-partial s7.devices.patch-school s7.devices.patch-priority s7.devices.patch-assigned-to
// proves d.calls.answers-resource
test('a partial change leaves the other fields as they were', async ({ member: { api, user } }) => {
  let expected = await newDevice(api, { model: 'HP 11', studentName: 'Ben', notes: 'n', initialIssue: 'i' });
  for (const [change, shown] of [
    [{ school: 'SMS' }, { school: 'SMS' }],
    [{ priority: 'Low' }, { priority: 'Low', highestPriority: 'Low' }],
    [{ assignedTo: user.email }, { assignedTo: user.name, assigneeId: user.id }],
    [
      { model: 'HP 14', notes: 'other' },
      { model: 'HP 14', notes: 'other' },
    ],
  ] as const) {
    const { status, body } = await api.patch<Device>(pathOf(expected.barcodeNumber), change);
    expected = { ...expected, ...shown, updatedAt: body.updatedAt };
    expect(status).toBe(200);
    expect(body).toEqual(expected);
    expect(await deviceOf(api, expected.barcodeNumber)).toEqual(expected);
  }
});

// proves d.life.assigned-to-name d.life.assigned-to-email d.calls.assigned-to-empty
test('a device is assigned by name or email, and unassigned by an empty string', async ({ member: { api, user } }) => {
  const { barcodeNumber } = await newDevice(api, { assignedTo: user.name });
  const assign = async (assignedTo: string) => {
    const { body } = await api.patch<Device>(pathOf(barcodeNumber), { assignedTo });
    return [body.assignedTo, body.assigneeId];
  };
  expect((await deviceOf(api, barcodeNumber)).assigneeId).toBe(user.id);
  expect(await assign('')).toEqual(['', null]);
  expect(await assign(user.email)).toEqual([user.name, user.id]);
  expect(await assign('')).toEqual(['', null]);
  expect(await assign(user.name)).toEqual([user.name, user.id]);
  const unknown = await api.patch(pathOf(barcodeNumber), { assignedTo: `Nobody ${randomUUID()}` });
  expect(unknown.status).toBe(400);
  expect((await deviceOf(api, barcodeNumber)).assigneeId).toBe(user.id);
});

// proves d.schools.alias-hs d.schools.alias-ms d.schools.unknown-code
test('a school alias is stored as its code, and an unknown school is refused with the valid codes', async ({
  member: { api },
}) => {
  for (const [alias, code] of [
    ['HS', 'SHS'],
    ['MS', 'SMS'],
  ] as const) {
    const device = await newDevice(api, { school: alias });
    expect(device.school).toBe(code);
    await api.patch(pathOf(device.barcodeNumber), { school: 'N/A' });
    const { body } = await api.patch<Device>(pathOf(device.barcodeNumber), { school: alias });
    expect(body.school).toBe(code);
    const { body: found } = await api.get<Device[]>(`/api/devices?school=${alias}&q=${device.barcodeNumber}`);
    expect(found).toHaveLength(1);
  }
  const device = await newDevice(api);
  const refusals = [
    await api.post<Refusal>('/api/devices', { barcodeNumber: newAssetNumber(), school: 'XYZ' }),
    await api.patch<Refusal>(pathOf(device.barcodeNumber), { school: 'XYZ' }),
  ];
  for (const { status, body } of refusals) {
    expect(status).toBe(400);
    for (const code of ['SHS', 'SMS', 'HBE', 'HLE', 'N/A']) expect(body.message).toContain(code);
  }
});

// proves d.priority.values d.priority.default d.priority.major d.priority.moderate d.priority.minor
test('there are three priorities, each with an alias, and Medium is the default', async ({ member: { api } }) => {
  expect((await newDevice(api)).priority).toBe('Medium');
  const { barcodeNumber } = await newDevice(api);
  for (const [typed, stored] of [
    ['High', 'High'],
    ['Medium', 'Medium'],
    ['Low', 'Low'],
    ['Major', 'High'],
    ['Moderate', 'Medium'],
    ['Minor', 'Low'],
  ] as const) {
    expect((await newDevice(api, { priority: typed })).priority).toBe(stored);
    expect((await api.patch<Device>(pathOf(barcodeNumber), { priority: typed })).body.priority).toBe(stored);
    expect((await log(api, barcodeNumber, { priority: typed })).priority).toBe(stored);
  }
  const before = await deviceOf(api, barcodeNumber);
  for (const priority of ['Urgent', 'high', '', 1, ['High']]) {
    expect((await api.patch(pathOf(barcodeNumber), { priority })).status).toBe(400);
    expect((await api.post('/api/devices', { ...before, barcodeNumber: newAssetNumber(), priority })).status).toBe(400);
  }
  expect(await deviceOf(api, barcodeNumber)).toEqual(before);
});

// proves d.life.asset-trimmed d.life.asset-unique d.life.asset-as-first-typed
test('asset numbers are trimmed, shown as first typed, and unique regardless of case', async ({ member: { api } }) => {
  const typed = `Cb-${randomUUID().slice(0, 8)}-x`;
  const device = await newDevice(api, { barcodeNumber: `  ${typed} ` });
  expect(device.barcodeNumber).toBe(typed);
  const again = await api.post('/api/devices', { barcodeNumber: typed.toUpperCase(), school: 'SHS' });
  expect(again.status).toBe(409);
  expect(again.body).toMatchObject({ device: { id: device.id, barcodeNumber: typed } });
  expect(await deviceOf(api, typed.toLowerCase())).toEqual(device);
});

// proves d.life.asset-length d.life.asset-printable
test('asset numbers have 1 to 64 printable characters', async ({ member: { api } }) => {
  const longest = randomUUID().padEnd(64, 'x');
  expect((await newDevice(api, { barcodeNumber: longest })).barcodeNumber).toBe(longest);
  const one = (await api.get(pathOf('7'))).status === 404;
  if (one) await newDevice(api, { barcodeNumber: '7' });
  const { barcodeNumber } = await newDevice(api);
  const printable = newAssetNumber();
  for (const refused of [
    '',
    ' ',
    '.',
    '..',
    `${longest}x`,
    `${printable}\u0000`,
    `${printable}\u0007x`,
    `${printable}\nx`,
  ]) {
    expect((await api.post('/api/devices', { barcodeNumber: refused, school: 'SHS' })).status).toBe(400);
    expect((await api.patch(pathOf(barcodeNumber), { barcodeNumber: refused })).status).toBe(400);
  }
  expect((await api.get(pathOf(printable))).status).toBe(404);
  expect((await deviceOf(api, barcodeNumber)).barcodeNumber).toBe(barcodeNumber);
});

// proves d.life.asset-edited d.life.asset-old-free d.life.asset-timeline-follows
test('an edited asset number frees the old one and keeps the timeline', async ({ member: { api } }) => {
  const before = await newDevice(api);
  const entry = await log(api, before.barcodeNumber);
  const barcodeNumber = newAssetNumber();
  const { status, body } = await api.patch<Device>(pathOf(before.barcodeNumber), { barcodeNumber });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: before.id, barcodeNumber });
  expect((await api.get(pathOf(before.barcodeNumber))).status).toBe(404);
  expect(await logsOf(api, barcodeNumber)).toEqual([{ ...entry, barcodeNumber }]);
  const heir = await newDevice(api, { barcodeNumber: before.barcodeNumber });
  expect(heir.id).not.toBe(before.id);
  expect(await logsOf(api, before.barcodeNumber)).toEqual([]);
  const taken = await api.patch(pathOf(barcodeNumber), { barcodeNumber: heir.barcodeNumber });
  expect(taken.status).toBe(409);
});

// proves d.life.assigned-to-follows-rename d.life.assigned-to-filter s7.devices.list-assigned-to
test('a renamed assignee shows on devices assigned before, and only the new name finds them', async ({
  admin,
  otherAdmin,
}) => {
  const { api, user, email } = otherAdmin;
  const rename = (name: string) => admin.patch(`/api/admin/users/${user.id}`, { name });
  const [first, second] = [`Kim ${randomUUID()}`, `Lee ${randomUUID()}`];
  await rename(first);
  const { barcodeNumber } = await newDevice(api, { assignedTo: first });
  await newDevice(api);
  const foundBy = async (word: string) => {
    const { body } = await api.get<Device[]>(`/api/devices?assignedTo=${encodeURIComponent(word)}`);
    expect(new Set(body.map(({ assigneeId }) => assigneeId)).size).toBeLessThanOrEqual(1);
    return body.some((device) => device.barcodeNumber === barcodeNumber);
  };
  expect(await foundBy(first)).toBe(true);
  await rename(second);
  expect((await deviceOf(api, barcodeNumber)).assignedTo).toBe(second);
  for (const word of [second, email, user.id]) expect(await foundBy(word), word).toBe(true);
  expect(await foundBy(first)).toBe(false);
});

// proves s7.devices.patch-status
test('start work by status alone leaves the model and the school as they were', async ({ member: { api } }) => {
  const device = await deviceIn('INTAKE', api, { model: 'HP 11' });
  const started = await startWork(api, device.barcodeNumber);
  expect(started).toMatchObject({ status: 'IN_PROGRESS', model: 'HP 11', school: 'SHS' });
});
