import type { BulkResult } from '@repairline/contracts/repairs/requests';
import { expect, test } from '../support/api-journey';
import { deviceOf, logsOf, newDevice } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

test('rows default to the common settings, an initial issue becomes an entry, and a bad row stops no other', async ({
  member: { api, user },
}) => {
  const known = await newDevice(api);
  const [plain, own] = [newAssetNumber(), newAssetNumber()];
  const common = { school: 'HLE', model: 'HP 11', priority: 'High', assignedTo: user.email };
  const differing = { school: 'SMS', model: 'HP 14', priority: 'Low', initialIssue: 'Missing keys' };
  const devices = [
    { barcodeNumber: plain },
    { barcodeNumber: known.barcodeNumber },
    { barcodeNumber: own, ...differing },
  ];
  const { status, body } = await api.post<BulkResult>('/api/devices/bulk', { common, devices });
  expect(status).toBe(200);
  expect(body.results).toEqual([
    { barcodeNumber: plain, ok: true },
    { barcodeNumber: known.barcodeNumber, ok: false, message: expect.stringMatching(/./u) as unknown },
    { barcodeNumber: own, ok: true },
  ]);
  expect(await deviceOf(api, known.barcodeNumber)).toEqual(known);
  expect(await deviceOf(api, plain)).toMatchObject({ ...common, assignedTo: user.name, status: 'INTAKE' });
  expect(await deviceOf(api, own)).toMatchObject({ ...differing, assignedTo: user.name });
  expect(await logsOf(api, plain)).toEqual([]);
  const entry = { issue: 'Missing keys', completed: false, technician: user.name, priority: 'Low' };
  expect(await logsOf(api, own)).toMatchObject([entry]);
});
