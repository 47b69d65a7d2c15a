import { type District } from '@repairline/contracts/district';
import { type Api } from '../support/api';
import { expect, test } from '../support/api-journey';
import { recordsOf } from '../support/csv';
import { complete, deviceIn, log, newDevice, pathOf } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

const ISO_WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/u;

async function fileOf(api: Api, path: string): Promise<{ name: string; rows: string[][]; text: string }> {
  const { status, headers, body } = await api.get<string>(path);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  const [, name = ''] = /filename="([^"]+)"/u.exec(headers['content-disposition'] ?? '') ?? [];
  return { name, rows: recordsOf(body), text: body };
}

/** The present UTC offset of the district's time zone. */
async function offsetNow(api: Api): Promise<string> {
  const { body } = await api.get<District>('/api/district');
  const parts = new Intl.DateTimeFormat('en', { timeZone: body.timeZone, timeZoneName: 'longOffset' });
  const name = parts.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', '') || '+00:00';
}

// proves s7.admin.export-devices s7.admin.export-with-filters d.csv.devices-columns d.csv.rfc-4180 d.csv.utf-8-bom
// proves d.csv.crlf d.csv.formula-prefix d.csv.dates
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
  const { name, rows, text } = await fileOf(api, `/api/admin/export?type=devices&q=${barcodeNumber}&priority=High`);
  expect(name).toBe('devices.csv');
  expect(text.replaceAll('one, two\nthree', '').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
  const [columns, row, ...others] = rows;
  expect(columns?.join()).toBe(
    'Asset Number,School,Model,Status,Priority,Assigned To,Student Name,Initial Issue,Latest Issue,Notes,Billing Notes,Created,Updated',
  );
  expect(row?.slice(0, 11)).toEqual([
    ...[barcodeNumber, 'SHS', "'=cmd|x", 'INTAKE', 'High', user.name, 'Åse "Bo" 日本'],
    ...["'-1", "'-1", 'one, two\nthree', "'@PO"],
  ]);
  for (const moment of row?.slice(11) ?? []) {
    expect(moment).toMatch(ISO_WITH_OFFSET);
    expect(moment.endsWith(await offsetNow(api))).toBe(true);
    expect(Math.abs(Date.parse(moment) - Date.now())).toBeLessThan(60_000);
  }
  expect(others).toEqual([]);
});

// proves d.roles.export-devices-member d.roles.export-devices-admin
test('an Admin’s export holds deprovisioned devices, a Member’s does not', async ({ admin, member: { api } }) => {
  const { barcodeNumber } = await deviceIn('PARTS', admin);
  const path = `/api/admin/export?type=devices&q=${barcodeNumber}`;
  const held = (await fileOf(admin, path)).rows.slice(1).map((row) => row.slice(0, 4));
  expect(held).toEqual([[barcodeNumber, 'SHS', '', 'PARTS']]);
  expect((await fileOf(api, path)).rows).toHaveLength(1);
  expect((await fileOf(api, `${path}&status=PARTS`)).rows).toHaveLength(1);
});

// proves d.calls.exports-over-all
test('an export has all devices that match, beyond the length of a page', async ({ admin }) => {
  const prefix = newAssetNumber();
  const devices = Array.from({ length: 620 }, (_, index) => ({ barcodeNumber: `${prefix}-${index}` }));
  const { status } = await admin.post('/api/devices/bulk', { common: { school: 'SHS' }, devices });
  expect(status).toBe(200);
  const { rows } = await fileOf(admin, `/api/admin/export?type=devices&q=${prefix}-`);
  const numbers = rows.slice(1).map(([assetNumber]) => assetNumber ?? '');
  expect(numbers.sort()).toEqual(devices.map(({ barcodeNumber }) => barcodeNumber).sort());
});

// proves s7.admin.export-logs d.csv.logs-columns d.roles.export-logs-admin d.roles.export-logs-member
test('only an Admin can export the logs, which include the completed and sent marks', async ({
  admin,
  member: { api, user },
}) => {
  const { barcodeNumber } = await newDevice(api);
  await log(api, barcodeNumber, { issue: 'Hinge', priority: 'Low' });
  const { id } = await complete(api, barcodeNumber, { comments: '+1 key' });
  await admin.patch(`/api/admin/billing/${id}`, { billingSent: true });
  const { name, rows } = await fileOf(admin, '/api/admin/export?type=logs');
  expect(name).toBe('logs.csv');
  expect(rows[0]?.join()).toBe(
    'Date,Asset Number,Issue,Work Performed,Technician,Completed,Comments,Priority,Billing Sent',
  );
  const own = rows.filter((row) => row[1] === barcodeNumber);
  expect(own.map(([, ...cells]) => cells)).toEqual([
    [barcodeNumber, 'Missing keys', 'Replaced the keyboard', user.name, 'Yes', "'+1 key", '', 'Yes'],
    [barcodeNumber, 'Hinge', '', user.name, 'No', '', 'Low', 'No'],
  ]);
  expect(own.every(([date = '']) => ISO_WITH_OFFSET.test(date))).toBe(true);
  expect(await api.get('/api/admin/export?type=logs')).toMatchObject({ status: 403, body: { type: 'admin_only' } });
});

// proves d.calls.billing-export s2.completed.csv-columns d.roles.billing-export-member
test('the export of completed repairs has exactly those that its search finds', async ({ member: { api, user } }) => {
  const { barcodeNumber } = await newDevice(api);
  const texts = { issue: 'Missing keys', actions: '* Replaced\n* Cleaned', comments: 'Case too' };
  await complete(api, barcodeNumber, texts);
  await deviceIn('COMPLETED', api);
  const { name, rows } = await fileOf(api, `/api/billing/export?q=${barcodeNumber}`);
  const { body } = await api.get<District>('/api/district');
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: body.timeZone }).format(new Date());
  expect(name).toBe(`completed-repairs-${today}.csv`);
  const [columns, row, ...others] = rows;
  expect(columns).toEqual(['Date', 'Asset Number', 'Issue', 'Work Performed', 'Technician']);
  expect(row?.[0]).toMatch(ISO_WITH_OFFSET);
  expect(row?.slice(1)).toEqual([
    ...[barcodeNumber, 'Missing keys', '* Replaced\n* Cleaned\nNotes: Case too', user.name],
  ]);
  expect(others).toEqual([]);
});
