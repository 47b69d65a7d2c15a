import { type Api } from '../support/api';
import { expect, test } from '../support/api-journey';
import { recordsOf } from '../support/csv';
import { complete, deviceIn, log, newDevice, pathOf } from '../support/device-calls';

async function fileOf(api: Api, path: string): Promise<string[][]> {
  const { status, headers, body } = await api.get<string>(path);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  return recordsOf(body).slice(1);
}

// proves s7.admin.export-with-filters
test('the device export has every field of the devices that match, and no other device', async ({
  member: { api, user },
}) => {
  const typed = {
    ...{ model: '=cmd|x', studentName: 'Åse "Bo" 日本', initialIssue: '-1', notes: 'one, two\nthree' },
    ...{ priority: 'High', assignedTo: user.email },
  };
  const { barcodeNumber } = await newDevice(api, typed);
  await newDevice(api);
  await api.patch(`${pathOf(barcodeNumber)}/billing-notes`, { billingNotes: '@PO' });
  const rows = await fileOf(api, `/api/admin/export?type=devices&q=${barcodeNumber}&priority=High`);
  expect(rows.map((row) => row.slice(0, 11))).toEqual([
    [
      ...[barcodeNumber, 'SHS', "'=cmd|x", 'INTAKE', 'High', user.name, 'Åse "Bo" 日本'],
      ...["'-1", "'-1", 'one, two\nthree', "'@PO"],
    ],
  ]);
});

// proves d.roles.export-devices-member d.roles.export-devices-admin
test('an Admin’s export holds deprovisioned devices, a Member’s does not', async ({
  ownAdmin: { api: admin },
  member: { api },
}) => {
  const { barcodeNumber } = await deviceIn('PARTS', admin);
  const path = `/api/admin/export?type=devices&q=${barcodeNumber}`;
  const held = (await fileOf(admin, path)).map((row) => row.slice(0, 4));
  expect(held).toEqual([[barcodeNumber, 'SHS', '', 'PARTS']]);
  for (const query of ['', '&status=PARTS']) expect(await fileOf(api, path + query)).toEqual([]);
});

test('the exports of logs and of completed repairs hold what was logged and sent', async ({
  ownAdmin: { api: admin },
  member: { api, user },
}) => {
  const { barcodeNumber } = await newDevice(api);
  await log(api, barcodeNumber, { issue: 'Hinge', priority: 'Low' });
  const { id } = await complete(api, barcodeNumber, { comments: '+1 key' });
  await admin.patch(`/api/admin/billing/${id}`, { billingSent: true });
  const logs = (await fileOf(admin, '/api/admin/export?type=logs')).filter((row) => row[1] === barcodeNumber);
  expect(logs.map(([, ...cells]) => cells)).toEqual([
    [barcodeNumber, 'Missing keys', 'Replaced the keyboard', user.name, 'Yes', "'+1 key", '', 'Yes'],
    [barcodeNumber, 'Hinge', '', user.name, 'No', '', 'Low', 'No'],
  ]);
  const completed = await fileOf(api, `/api/billing/export?q=${barcodeNumber}`);
  expect(completed.map(([, ...cells]) => cells)).toEqual([
    [barcodeNumber, 'Missing keys', 'Replaced the keyboard\nNotes: +1 key', user.name],
  ]);
});
