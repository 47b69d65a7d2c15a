import { type BillingItem, type BillingSummary } from '@repairline/contracts/billing/views';
import { type RepairLog } from '@repairline/contracts/repairs/views';
import { type Api } from '../support/api';
import { expect, newColleague, test } from '../support/api-journey';
import { complete, deviceIn, deviceOf, log, logsOf, newDevice, pathOf, scrapPathOf } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

const itemsOf = async (api: Api, q: string): Promise<BillingItem[]> =>
  (await api.get<BillingItem[]>(`/api/billing/completed?q=${encodeURIComponent(q)}`)).body;
const notesOf = (assetNumber: string) => `${pathOf(assetNumber)}/billing-notes`;

// proves d.life.completed-log-to-billing d.calls.billing-items-are-logs s4.billing.pending-at-first
// proves s3.log.device-summary d.calls.billing-nested-device d.calls.reads-follow-writes
test('a completed log is at once a pending item, and marking it sent or pending shows in every list', async ({
  admin,
  member: { api, user },
}) => {
  const device = await newDevice(api);
  await log(api, device.barcodeNumber, { issue: 'not completed' });
  const completed = await complete(api, device.barcodeNumber, { comments: 'Case too' });
  const [item, ...others] = await itemsOf(api, device.barcodeNumber);
  expect(others).toEqual([]);
  const { id, barcodeNumber, timestamp, issue, actions, comments, technician } = completed;
  expect(item).toMatchObject({ id, barcodeNumber, timestamp, issue, actions, comments, technician });
  expect(item).toMatchObject({ completed: true, billingSent: false, technicianId: user.id });
  expect(item?.device).toEqual({ id: device.id, barcodeNumber, billingNotes: '' });
  for (const billingSent of [true, false]) {
    const answer = await admin.patch<BillingItem>(`/api/admin/billing/${id}`, { billingSent });
    expect([answer.status, answer.body]).toEqual([200, { ...item, billingSent }]);
    expect(await itemsOf(api, barcodeNumber)).toEqual([answer.body]);
    expect((await logsOf(api, barcodeNumber)).at(-1)).toMatchObject({ id, billingSent });
    const { body } = await api.get<RepairLog[]>('/api/repair-logs?completed=true&limit=50');
    expect(body.find((entry) => entry.id === id)).toMatchObject({ billingSent });
    const summary = await api.get<BillingSummary>(`/api/billing/summary?q=${barcodeNumber}`);
    expect(summary.body).toMatchObject({ total: 1, today: 1, sent: Number(billingSent) });
  }
});

// proves s7.billing.patch-notes d.calls.scrap-answer
test('billing notes belong to the device: trimmed, on all its items, and returned with it', async ({
  admin,
  member: { api },
}) => {
  const { barcodeNumber } = await deviceIn('COMPLETED', api);
  await api.post('/api/devices', { barcodeNumber, school: 'SHS' });
  await complete(api, barcodeNumber);
  const { status, body } = await api.patch(notesOf(barcodeNumber), { billingNotes: '  PO 17\n' });
  expect(status).toBe(200);
  expect(body).toEqual(await deviceOf(api, barcodeNumber));
  expect(body).toMatchObject({ billingNotes: 'PO 17' });
  expect((await itemsOf(api, barcodeNumber)).map(({ device }) => device.billingNotes)).toEqual(['PO 17', 'PO 17']);
  const scrapped = await admin.post(scrapPathOf(barcodeNumber), { scrap: true });
  expect(scrapped.body).toMatchObject({ barcodeNumber, status: 'PARTS', billingNotes: 'PO 17' });
});

// proves d.roles.member-history-kept
test('a Member still sees a deprovisioned device in billing, logs and activity', async ({ admin, member: { api } }) => {
  const { barcodeNumber } = await deviceIn('COMPLETED', api);
  await admin.post(scrapPathOf(barcodeNumber), { scrap: true });
  expect(await itemsOf(api, barcodeNumber)).toHaveLength(1);
  expect(await logsOf(api, barcodeNumber)).toHaveLength(1);
  for (const path of ['/api/repair-logs', '/api/recent-activity']) {
    const { body } = await api.get<{ barcodeNumber: string }[]>(path);
    expect(body.some((entry) => entry.barcodeNumber === barcodeNumber)).toBe(true);
  }
});

// proves s7.admin.rename d.life.technician-follows-rename d.life.assigned-to-follows-rename d.calls.reads-follow-writes
test('a technician’s new name and a device’s new number show at once on devices, logs and completed repairs', async ({
  admin,
  url,
}) => {
  const { api, user } = await newColleague(admin, url);
  const { barcodeNumber } = await newDevice(api, { assignedTo: user.email });
  await complete(api, barcodeNumber);
  const [name, newNumber] = [`Renamed ${newAssetNumber()}`, newAssetNumber()];
  const renamed = await admin.patch(`/api/admin/users/${user.id}`, { name });
  expect(renamed).toMatchObject({ status: 200, body: { id: user.id, name } });
  await admin.patch(pathOf(barcodeNumber), { barcodeNumber: newNumber });
  for (const q of [newNumber, name]) {
    expect(await itemsOf(admin, q)).toMatchObject([{ barcodeNumber: newNumber, technician: name }]);
  }
  expect(await itemsOf(admin, barcodeNumber)).toEqual([]);
  expect(await logsOf(admin, newNumber)).toMatchObject([{ technician: name }]);
  const assignedTo = async (who: string) =>
    (await admin.get(`/api/devices?assignedTo=${encodeURIComponent(who)}`)).body;
  expect(await assignedTo(name)).toMatchObject([{ barcodeNumber: newNumber, assignedTo: name }]);
  expect(await assignedTo(user.name)).toEqual([]);

  const own = `Own ${newAssetNumber()}`;
  await api.patch('/api/profile', { name: own });
  expect(await itemsOf(api, newNumber)).toMatchObject([{ technician: own }]);
  expect(await logsOf(api, newNumber)).toMatchObject([{ technician: own }]);
  expect(await deviceOf(api, newNumber)).toMatchObject({ assignedTo: own });
  await api.close();
});
