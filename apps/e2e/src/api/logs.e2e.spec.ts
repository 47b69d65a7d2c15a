import { type RecentActivityItem, type RepairLog } from '@repairline/contracts/repairs/views';
import { expect, newColleague, test } from '../support/api-journey';
import { complete, log, logsOf, newDevice } from '../support/device-calls';
import { newAssetNumber } from '../support/devices';

// proves s3.log.fields s7.devices.logs s7.devices.logs-post d.calls.answers-resource s3.log.completed-default
// proves s3.log.billing-sent-default s3.log.comments-nullable
test('an entry is added with all its fields or with their defaults, and the timeline shows it', async ({
  member: { api, user },
}) => {
  const { barcodeNumber } = await newDevice(api);
  await log(api, (await newDevice(api)).barcodeNumber, { issue: 'of another device' });
  const entry = {
    ...{ issue: 'Missing keys', actions: 'Replaced the keyboard', technician: user.email, completed: false },
    ...{ comments: 'Two keys were gone', priority: 'High' as const },
  };
  const full = await log(api, barcodeNumber, entry);
  expect(full).toMatchObject({ ...entry, technician: user.name, technicianId: user.id, barcodeNumber });
  expect(full.id).not.toBe('');
  for (const moment of [full.timestamp, full.createdAt]) {
    expect(Math.abs(Date.parse(moment) - Date.now())).toBeLessThan(60_000);
  }
  const short = await log(api, barcodeNumber, { issue: 'second', comments: null });
  expect(short).toMatchObject({ completed: false, billingSent: false, comments: null, technician: user.name });
  expect(await logsOf(api, barcodeNumber)).toEqual([full, short]);
});

// proves s7.devices.repair-logs d.calls.repair-logs-technician d.calls.repair-logs-completed d.calls.repair-logs-from
// proves d.calls.repair-logs-to
test('all logs are listed, and can be filtered by technician, completed and time', async ({ url, admin }) => {
  const { api, user } = await newColleague(admin, url);
  const [one, other] = [await newDevice(api), await newDevice(api)];
  const first = await log(api, one.barcodeNumber, { issue: 'first' });
  const second = await log(admin, other.barcodeNumber, { issue: 'second' });
  const third = await complete(api, one.barcodeNumber, { issue: 'third' });
  const own = new Map([first, second, third].map(({ id, issue }) => [id, issue]));
  const list = async (filters: Record<string, string>) => {
    const { status, body } = await admin.get<RepairLog[]>(`/api/repair-logs?${new URLSearchParams(filters)}`);
    expect(status).toBe(200);
    return body.flatMap(({ id }) => own.get(id) ?? []);
  };
  expect(await list({})).toEqual(['third', 'second', 'first']);
  expect(await list({ technician: user.name })).toEqual(['third', 'first']);
  expect(await list({ completed: 'true' })).toEqual(['third']);
  expect(await list({ from: second.timestamp })).toEqual(['third', 'second']);
  expect(await list({ to: third.timestamp })).toEqual(['second', 'first']);
});

// proves s3.activity.fields s7.devices.recent-activity d.figures.recent-activity-20 d.calls.recent-activity-20
test('recent activity is the newest 20 logs, whatever the limit', async ({ member: { api, user } }) => {
  const devices = Array.from({ length: 21 }, () => ({ barcodeNumber: newAssetNumber(), initialIssue: 'Hinge' }));
  await api.post('/api/devices/bulk', { common: { school: 'SHS' }, devices });
  const { barcodeNumber } = await newDevice(api);
  const { id, timestamp } = await complete(api, barcodeNumber, { issue: 'newest' });
  for (const query of ['', '?limit=5', '?limit=100']) {
    const { body } = await api.get<RecentActivityItem[]>(`/api/recent-activity${query}`);
    expect(body).toHaveLength(20);
    const times = body.map((item) => item.timestamp);
    expect(times).toEqual([...times].sort().reverse());
    const item = { id, barcodeNumber, issue: 'newest', completed: true, technician: user.name, timestamp };
    expect(body).toContainEqual(item);
  }
});
