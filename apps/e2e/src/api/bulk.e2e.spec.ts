import { randomUUID } from 'node:crypto';
import { type BulkResult } from '@repairline/contracts/repairs/commands';
import { type Device } from '@repairline/contracts/repairs/views';
import { expect, test } from '../support/api-journey';
import { deviceOf, logsOf, newDevice, pathOf } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

const PATH = '/api/devices/bulk';

// proves d.calls.bulk-body d.calls.bulk-timeline-entry
test('rows default to the common settings, and an initial issue becomes a log entry', async ({
  member: { api, user },
}) => {
  const [plain, own] = [newAssetNumber(), newAssetNumber()];
  const common = { school: 'HLE', model: 'HP 11', priority: 'High', assignedTo: user.email };
  const differing = { school: 'SMS', model: 'HP 14', priority: 'Low', initialIssue: 'Missing keys' };
  const devices = [{ barcodeNumber: plain }, { barcodeNumber: own, ...differing }];
  const { status, body } = await api.post<BulkResult>(PATH, { common, devices });
  expect(status).toBe(200);
  expect(body).toEqual({
    results: [
      { barcodeNumber: plain, ok: true },
      { barcodeNumber: own, ok: true },
    ],
  });
  expect(await deviceOf(api, plain)).toMatchObject({ ...common, assignedTo: user.name, status: 'INTAKE' });
  expect(await deviceOf(api, own)).toMatchObject({ ...differing, assignedTo: user.name });
  expect(await logsOf(api, plain)).toEqual([]);
  expect(await logsOf(api, own)).toMatchObject([
    { issue: 'Missing keys', completed: false, technician: user.name, priority: 'Low' },
  ]);
});

// proves d.calls.bulk-bad-row d.calls.bulk-answer d.calls.bulk-answer-order d.calls.bulk-answer-shape
test('a bad row gets its own error and stops no other, and results keep the order of the rows', async ({
  member: { api },
}) => {
  const known = await newDevice(api);
  const [one, two, three] = [newAssetNumber(), newAssetNumber(), newAssetNumber()];
  const devices = [
    { barcodeNumber: three },
    { barcodeNumber: known.barcodeNumber },
    { barcodeNumber: one, school: 'XYZ' },
    { barcodeNumber: two },
    { barcodeNumber: three.toLowerCase() },
    { barcodeNumber: 'x'.repeat(65) },
    { barcodeNumber: one, notes: 'n'.repeat(4_001) },
    { barcodeNumber: one, assignedTo: `Nobody ${randomUUID()}` },
    { barcodeNumber: one },
  ];
  const { status, body } = await api.post<BulkResult>(PATH, { common: { school: 'SHS' }, devices });
  expect(status).toBe(200);
  expect(body.results.map(({ barcodeNumber }) => barcodeNumber)).toEqual(devices.map((row) => row.barcodeNumber));
  expect(body.results.map(({ ok }) => ok)).toEqual([true, false, false, true, false, false, false, false, true]);
  for (const result of body.results) {
    expect(Object.keys(result).sort()).toEqual(
      result.ok ? ['barcodeNumber', 'ok'] : ['barcodeNumber', 'message', 'ok'],
    );
    if (!result.ok) expect(result.message).not.toBe('');
  }
  for (const barcodeNumber of [one, two, three]) expect((await deviceOf(api, barcodeNumber)).school).toBe('SHS');
  expect(await deviceOf(api, known.barcodeNumber)).toEqual(known);
});

// proves d.calls.bulk-5000
test('one call accepts up to 5,000 devices', async ({ member: { api } }) => {
  const model = `M-${randomUUID()}`;
  const common = { school: 'SHS', model };
  const devices = Array.from({ length: 5_000 }, () => ({ barcodeNumber: `B-${randomUUID()}` }));
  const total = async () => (await api.get<Device[]>(`/api/devices?limit=1&q=${model}`)).headers['x-total-count'];
  const refused = await api.post(PATH, { common, devices: [...devices, { barcodeNumber: newAssetNumber() }] });
  expect(refused.status).toBe(400);
  expect(await total()).toBe('0');
  const { status, body } = await api.post<BulkResult>(PATH, { common, devices });
  expect(status).toBe(200);
  expect(body.results.filter(({ ok }) => ok)).toHaveLength(5_000);
  expect(await total()).toBe('5000');
});

test('malformed rows are refused one by one, malformed bodies as a whole', async ({ member: { api } }) => {
  const barcodeNumber = newAssetNumber();
  const rows = [null, 7, 'text', [], {}, { barcodeNumber: 7 }, { barcodeNumber: { a: 1 } }, { barcodeNumber }];
  const { status, body } = await api.post<BulkResult>(PATH, { common: { school: 'SHS' }, devices: rows });
  expect(status).toBe(200);
  expect(body.results.map(({ ok }) => ok)).toEqual(rows.map((_, at) => at === rows.length - 1));
  for (const bad of [{}, [], { devices: [] }, { devices: {} }, { common: 7, devices: [{ barcodeNumber }] }]) {
    expect((await api.post(PATH, bad)).status).toBe(400);
  }
  expect((await api.get(pathOf(barcodeNumber))).status).toBe(200);
});
