import { type BillingItem, type BillingSummary } from '@repairline/contracts/billing/views';
import { type RepairLog } from '@repairline/contracts/repairs/views';
import { openApi, type Api } from '../support/api';
import { expect, newColleague, test } from '../support/api-journey';
import { complete, deviceIn, deviceOf, log, logsOf, newDevice, pathOf, scrapPathOf } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';
import { openSocket } from '../support/socket';

const itemsOf = async (api: Api, q: string): Promise<BillingItem[]> =>
  (await api.get<BillingItem[]>(`/api/billing/completed?q=${encodeURIComponent(q)}`)).body;
const markOf = (id: string) => `/api/admin/billing/${id}`;
const notesOf = (assetNumber: string) => `${pathOf(assetNumber)}/billing-notes`;

// proves d.life.completed-log-to-billing d.calls.billing-items-are-logs s4.billing.pending-at-first
// proves s3.log.device-summary s7.billing.completed d.calls.billing-device-key d.calls.billing-nested-device
// proves d.calls.reads-follow-writes
test('a completed log is at once a pending billing item, with its id and its device', async ({
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
  expect(item?.device).toEqual({ id: device.id, barcodeNumber: device.barcodeNumber, billingNotes: '' });
});

// proves s7.billing.patch-sent d.calls.billing-item-id
test('marking an item as sent or pending shows in every list', async ({ admin, member: { api } }) => {
  const { barcodeNumber } = await deviceIn('COMPLETED', api);
  const [item] = await itemsOf(api, barcodeNumber);
  for (const billingSent of [true, true, false]) {
    const answer = await admin.patch<BillingItem>(markOf(item?.id ?? ''), { billingSent });
    expect(answer).toMatchObject({ status: 200, body: { ...item, billingSent } });
    expect(await itemsOf(api, barcodeNumber)).toEqual([answer.body]);
    expect(await logsOf(api, barcodeNumber)).toMatchObject([{ billingSent }]);
    const { body } = await api.get<RepairLog[]>('/api/repair-logs?completed=true&limit=50');
    expect(body.find(({ id }) => id === item?.id)).toMatchObject({ billingSent });
    const sent = await api.get<BillingItem[]>(`/api/billing/completed?sent=true&q=${barcodeNumber}`);
    expect(sent.headers['x-total-count']).toBe(billingSent ? '1' : '0');
  }
});

// proves s5.billing-notes.trimmed s7.billing.patch-notes s3.payload.billing-notes-optional d.calls.scrap-answer
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
  expect((await api.patch(notesOf(barcodeNumber), {})).body).toMatchObject({ billingNotes: '' });
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

// proves d.life.technician-follows-rename d.calls.reads-follow-writes
test('a technician’s new name and a device’s new number show on earlier completed repairs', async ({ admin, url }) => {
  const { api, user } = await newColleague(admin, url);
  const before = await newDevice(api, { assignedTo: user.email });
  const { barcodeNumber } = before;
  await complete(api, barcodeNumber);
  const [newName, newNumber] = [`Renamed ${newAssetNumber()}`, newAssetNumber()];
  await admin.patch(`/api/admin/users/${user.id}`, { name: newName });
  await api.patch(pathOf(barcodeNumber), { barcodeNumber: newNumber });
  expect(await itemsOf(api, newNumber)).toMatchObject([{ barcodeNumber: newNumber, technician: newName }]);
  expect(await itemsOf(api, newName)).toMatchObject([{ barcodeNumber: newNumber }]);
  expect(await itemsOf(api, barcodeNumber)).toEqual([]);
  expect(await logsOf(api, newNumber)).toMatchObject([{ technician: newName }]);
  const assigned = await api.get(`/api/devices?assignedTo=${encodeURIComponent(newName)}`);
  expect(assigned.body).toMatchObject([{ barcodeNumber: newNumber, assignedTo: newName }]);
  await api.close();
});

test('the summary counts all repairs that match the search', async ({ member: { api, user } }) => {
  const { barcodeNumber } = await deviceIn('COMPLETED', api);
  const { body } = await api.get<BillingSummary>(`/api/billing/summary?q=${barcodeNumber}`);
  expect(body).toEqual({
    ...{ total: 1, thisWeek: 1, today: 1, pending: 1, sent: 0 },
    todayByTechnician: [{ technician: user.name, count: 1 }],
  });
});

// proves d.roles.billing-completed-signed-out d.roles.admin-billing-signed-out d.roles.billing-notes-signed-out
test('billing cannot be read or changed when signed out, nor marked by a Member', async ({ member: { api }, url }) => {
  const { barcodeNumber } = await deviceIn('COMPLETED', api);
  const [item] = await itemsOf(api, barcodeNumber);
  const nobody = await openApi(url);
  for (const path of ['/api/billing/completed', '/api/billing/summary', '/api/billing/export']) {
    expect((await nobody.get(path)).status).toBe(401);
  }
  expect((await nobody.patch(markOf(item?.id ?? ''), { billingSent: true })).status).toBe(401);
  expect((await nobody.patch(notesOf(barcodeNumber), { billingNotes: 'x' })).status).toBe(401);
  await nobody.close();
  expect((await api.patch(markOf(item?.id ?? ''), { billingSent: true })).status).toBe(403);
  expect(await itemsOf(api, barcodeNumber)).toEqual([item]);
});

// proves d.calls.ws-billing-updated
test('the WebSocket announces new billing items and changed billing notes once the lists show them', async ({
  admin,
  member: { api },
  url,
}) => {
  const { barcodeNumber } = await newDevice(api);
  const socket = await openSocket(url, api.cookie());
  // Somebody else makes the changes: a person's own reads wait until they show what that person has changed.
  const completed = complete(admin, barcodeNumber);
  // Other people's items are announced in the same way, so the first announcement may not be that of this item.
  const read = new Set<object>();
  let items: BillingItem[] = [];
  while (items.length === 0) {
    const announced = await socket.hear((message) => message.type === 'billing_updated' && !read.has(message));
    expect(announced).toMatchObject({ context: 'billing' });
    read.add(announced);
    items = await itemsOf(api, barcodeNumber);
  }
  await completed;
  const noted = admin.patch(notesOf(barcodeNumber), { billingNotes: 'PO 17' });
  await socket.hear((message) => message.type === 'billing_notes_updated' && message.barcodeNumber === barcodeNumber);
  expect(await itemsOf(api, barcodeNumber)).toMatchObject([{ device: { billingNotes: 'PO 17' } }]);
  await noted;
  socket.close();
});

test('invalid marks, notes, ids and queries of billing are refused', async ({ admin, member: { api } }) => {
  const { barcodeNumber } = await deviceIn('COMPLETED', api);
  const [item] = await itemsOf(api, barcodeNumber);
  for (const billingSent of [undefined, null, 'true', 1, {}]) {
    const refused = await admin.patch(markOf(item?.id ?? ''), { billingSent });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'billingSent' }] } });
  }
  for (const id of ['x', '%00', '__proto__', '%F0%9F%98%80', '..%2f..']) {
    expect((await admin.patch(markOf(id), { billingSent: true })).status).toBe(404);
  }
  for (const billingNotes of [1, {}, [], 'x'.repeat(4_001), 'a\u0000b']) {
    const refused = await api.patch(notesOf(barcodeNumber), { billingNotes });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'billingNotes' }] } });
  }
  for (const query of ['from=yesterday', 'sent=perhaps', 'limit=0', 'cursor=x', `q=${'x'.repeat(201)}`]) {
    expect((await api.get(`/api/billing/completed?${query}`)).status, query).toBe(400);
  }
  expect(await itemsOf(api, barcodeNumber)).toEqual([item]);
});
