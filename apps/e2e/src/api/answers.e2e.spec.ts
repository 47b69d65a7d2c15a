import { type Analytics } from '@repairline/contracts/analytics/views';
import { type BillingItem } from '@repairline/contracts/billing/views';
import { type Device, type RecentActivityItem, type RepairLog } from '@repairline/contracts/repairs/views';
import { expect, newColleague, test } from '../support/api-journey';
import { complete, deviceOf, log, logsPathOf, newDevice, pathOf, scrapPathOf } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

// proves d.calls.creating-201 d.calls.all-else-200
test('a call that creates something answers 201, any other 200', async ({ url, admin }) => {
  const { api, user, email, password } = await newColleague(admin, url);
  const barcodeNumber = newAssetNumber();
  const intake = { barcodeNumber, school: 'SHS' };
  const entry = (completed: boolean) => api.post<RepairLog>(logsPathOf(barcodeNumber), { issue: 'x', completed });
  const statuses: Record<string, number> = {};
  const note = async <Body>(what: string, asked: Promise<{ status: number; body: Body }>): Promise<Body> => {
    const { status, body } = await asked;
    statuses[what] = status;
    return body;
  };
  await note('a device', api.post('/api/devices', intake));
  await note('an entry', entry(false));
  const { id } = await note('a completed entry', entry(true));
  await note('a work session', api.post('/api/sessions/start'));
  expect(new Set(Object.values(statuses)), JSON.stringify(statuses)).toEqual(new Set([201]));

  for (const what of Object.keys(statuses)) delete statuses[what];
  await note('a running session', api.post('/api/sessions/start'));
  await note('an ended session', api.post('/api/sessions/end'));
  await note('intake again', api.post('/api/devices', intake));
  await note('bulk', api.post('/api/devices/bulk', { common: intake, devices: [{ barcodeNumber: newAssetNumber() }] }));
  await note('a change', api.patch(pathOf(barcodeNumber), { notes: 'x' }));
  await note('start work', api.patch(pathOf(barcodeNumber), { status: 'IN_PROGRESS' }));
  await note('billing notes', api.patch(`${pathOf(barcodeNumber)}/billing-notes`, { billingNotes: 'x' }));
  await note('sent', admin.patch(`/api/admin/billing/${id}`, { billingSent: true }));
  await note('scrap', admin.post(scrapPathOf(barcodeNumber), { scrap: true }));
  await note('restore', admin.post(scrapPathOf(barcodeNumber), { scrap: false }));
  await note('profile', api.patch('/api/profile', { name: user.name }));
  await note('rename', admin.patch(`/api/admin/users/${user.id}`, { name: user.name }));
  await note('promote', admin.post('/api/admin/users/promote', { userId: user.id, role: 'Admin' }));
  await note('demote', admin.post('/api/admin/users/promote', { userId: user.id, role: 'Member' }));
  await note('sign-in', api.signIn(email, password));
  await note('revoke', admin.post('/api/admin/users/approve', { userId: user.id, approved: false }));
  await note('approve', admin.post('/api/admin/users/approve', { userId: user.id, approved: true }));
  await note('sign-out', api.post('/api/logout'));
  expect(new Set(Object.values(statuses)), JSON.stringify(statuses)).toEqual(new Set([200]));
});

// proves d.calls.reads-follow-writes
test('users read their own changes at once', async ({ admin: api }) => {
  const perDay = async () => (await api.get<Analytics>('/api/analytics')).body.completionsPerDay;
  for (let times = 0; times < 2; times += 1) {
    const { barcodeNumber, id } = await newDevice(api, { model: `M-${newAssetNumber()}` });
    const device = await deviceOf(api, barcodeNumber);
    const found = async (query: string) => (await api.get<Device[]>(`/api/devices?${query}`)).body[0]?.id;
    expect(await found(`q=${device.model}`)).toBe(id);
    const entry = await log(api, barcodeNumber);
    const newest = (await api.get<RecentActivityItem[]>('/api/recent-activity')).body;
    expect(newest.map((item) => item.id)).toContain(entry.id);
    const before = await perDay();
    const done = await complete(api, barcodeNumber);
    expect(await perDay()).toBeGreaterThan(before);
    expect(await found(`q=${barcodeNumber}&status=COMPLETED`)).toBe(id);
    const billed = (await api.get<BillingItem[]>(`/api/billing/completed?q=${barcodeNumber}`)).body;
    expect(billed.map((item) => item.id)).toEqual([done.id]);
    await api.patch(`${pathOf(barcodeNumber)}/billing-notes`, { billingNotes: `paid ${times}` });
    expect((await deviceOf(api, barcodeNumber)).billingNotes).toBe(`paid ${times}`);
  }
});
