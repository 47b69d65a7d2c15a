import { randomUUID } from 'node:crypto';
import { type DeviceStats, type RecentActivityItem, type RepairLog } from '@repairline/contracts/repairs/views';
import { expect, newColleague, test } from '../support/api-journey';
import { complete, deviceIn, log, logsOf, logsPathOf, newDevice } from '../support/device-calls';

// proves s3.log.fields s7.devices.logs s7.devices.logs-post d.calls.logs-oldest-first d.calls.reads-follow-writes
// proves d.calls.answers-resource
test('a log entry has its fields, and the timeline is oldest first', async ({ member: { api, user } }) => {
  const { barcodeNumber } = await newDevice(api);
  await log(api, (await newDevice(api)).barcodeNumber, { issue: 'of another device' });
  const entry = {
    issue: 'Missing keys',
    actions: 'Replaced the keyboard',
    technician: user.email,
    completed: false,
    comments: 'Two keys were gone',
    priority: 'High' as const,
  };
  const answer = await log(api, barcodeNumber, entry);
  expect(answer).toMatchObject({ ...entry, technician: user.name, technicianId: user.id, barcodeNumber });
  expect(answer.billingSent).toBe(false);
  expect(answer.id).not.toBe('');
  for (const moment of [answer.timestamp, answer.createdAt]) {
    expect(Math.abs(Date.parse(moment) - Date.now())).toBeLessThan(60_000);
  }
  expect(await logsOf(api, barcodeNumber)).toEqual([answer]);
  await log(api, barcodeNumber, { issue: 'second' });
  await log(api, barcodeNumber, { issue: 'third' });
  expect((await logsOf(api, barcodeNumber)).map(({ issue }) => issue)).toEqual(['Missing keys', 'second', 'third']);
});

// proves s3.log.issue-required s3.log.completed-default s3.log.billing-sent-default s3.log.comments-nullable
test('a log entry requires an issue, and its other fields have defaults', async ({ member: { api } }) => {
  const { barcodeNumber } = await newDevice(api);
  for (const body of [{}, { issue: '' }, { issue: ' ' }, { issue: null }, { actions: 'x' }]) {
    const refused = await api.post(logsPathOf(barcodeNumber), body);
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'issue', message: 'Issue is required' }] } });
  }
  expect(await logsOf(api, barcodeNumber)).toEqual([]);
  const entry = await log(api, barcodeNumber, { issue: 'x', comments: null });
  expect(entry).toMatchObject({ completed: false, billingSent: false, comments: null });
});

// proves s3.log.technician-always-set d.life.technician-as-given d.life.technician-caller
test('the technician is the user named, or the caller if no known user is named', async ({
  admin,
  member: { api, user },
}) => {
  const { barcodeNumber } = await newDevice(api);
  for (const technician of [user.name, user.email]) {
    expect(await log(admin, barcodeNumber, { technician })).toMatchObject({
      technician: user.name,
      technicianId: user.id,
    });
  }
  for (const technician of [`Nobody ${randomUUID()}`, '', null, undefined]) {
    expect(await log(api, barcodeNumber, { technician })).toMatchObject({
      technician: user.name,
      technicianId: user.id,
    });
  }
  expect((await logsOf(api, barcodeNumber)).every(({ technician }) => technician !== '')).toBe(true);
});

// proves d.life.ambiguous-name-400
test('a name that several users share is refused as assignee or technician', async ({ url, admin, member }) => {
  const namesake = await newColleague(admin, url);
  const name = `Pat ${randomUUID()}`;
  for (const { api } of [namesake, await newColleague(admin, url)]) await api.patch('/api/profile', { name });
  const { barcodeNumber } = await newDevice(member.api);
  await expect
    .poll(async () => (await member.api.patch(`/api/devices/${barcodeNumber}`, { assignedTo: name })).status)
    .toBe(400);
  expect((await member.api.post(logsPathOf(barcodeNumber), { issue: 'x', technician: name })).status).toBe(400);
  expect(await logsOf(member.api, barcodeNumber)).toEqual([]);
});

// proves s7.devices.repair-logs d.calls.repair-logs-technician d.calls.repair-logs-completed d.calls.repair-logs-from
// proves d.calls.repair-logs-to
test('all logs are listed, and can be filtered by technician, completed and time', async ({ url, admin }) => {
  const { api, user, email } = await newColleague(admin, url);
  const [one, other] = [await newDevice(api), await newDevice(api)];
  const first = await log(api, one.barcodeNumber, { issue: 'first' });
  const second = await log(admin, other.barcodeNumber, { issue: 'second' });
  const third = await complete(api, one.barcodeNumber, { issue: 'third' });
  const own = new Map([first, second, third].map(({ id, issue }) => [id, issue]));
  const list = async (filters: Record<string, string>) => {
    const { status, body } = await admin.get<RepairLog[]>(
      `/api/repair-logs?${new URLSearchParams(filters).toString()}`,
    );
    expect(status).toBe(200);
    return body.flatMap(({ id }) => own.get(id) ?? []);
  };
  expect(await list({})).toEqual(['third', 'second', 'first']);
  for (const technician of [user.name, email, user.id]) expect(await list({ technician })).toEqual(['third', 'first']);
  expect(await list({ completed: 'true' })).toEqual(['third']);
  expect(await list({ completed: 'false' })).toEqual(['second', 'first']);
  expect(await list({ from: second.timestamp })).toEqual(['third', 'second']);
  expect(await list({ from: after(third.timestamp) })).toEqual([]);
  expect(await list({ to: after(second.timestamp) })).toEqual(['second', 'first']);
  expect(await list({ to: before(first.timestamp) })).toEqual([]);
});

// proves s3.activity.fields s7.devices.recent-activity d.figures.recent-activity-20 d.calls.recent-activity-20
test('recent activity is the newest 20 logs, whatever the limit', async ({ member: { api, user } }) => {
  const { barcodeNumber } = await newDevice(api);
  for (let times = 0; times < 21; times += 1) await log(api, barcodeNumber, { issue: `entry ${times}` });
  for (const query of ['', '?limit=5', '?limit=100', '?limit=x']) {
    const { status, body } = await api.get<RecentActivityItem[]>(`/api/recent-activity${query}`);
    expect(status).toBe(200);
    expect(body).toHaveLength(20);
    const times = body.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...times].sort().reverse());
  }
  const newest = await complete(api, barcodeNumber, { issue: 'newest' });
  const { body } = await api.get<RecentActivityItem[]>('/api/recent-activity');
  expect(body.find(({ id }) => id === newest.id)).toEqual({
    id: newest.id,
    barcodeNumber,
    issue: 'newest',
    completed: true,
    technician: user.name,
    timestamp: newest.timestamp,
  });
  const { body: logs } = await api.get<RepairLog[]>('/api/repair-logs?limit=40');
  const oldest = body.at(-1)?.timestamp ?? '';
  expect(logs.filter(({ timestamp }) => timestamp > oldest).length).toBeGreaterThanOrEqual(19);
});

// proves s3.stats.fields s7.devices.stats d.roles.member-stats-four-numbers
test('stats count the devices in each status, for a Member too', async ({ admin, member }) => {
  const stats = async () => {
    const { status, body } = await member.api.get<DeviceStats>('/api/stats');
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['completed', 'inProgress', 'intake', 'parts']);
    return body;
  };
  const total = async () => Object.values(await stats()).reduce((sum, count) => sum + count, 0);
  const before = await stats();
  for (const status of ['INTAKE', 'IN_PROGRESS', 'COMPLETED', 'PARTS'] as const) await deviceIn(status, admin);
  expect(await total()).toBeGreaterThanOrEqual(Object.values(before).reduce((sum, count) => sum + count, 0) + 4);
  for (const [status, word] of [
    ['INTAKE', 'intake'],
    ['IN_PROGRESS', 'inProgress'],
    ['COMPLETED', 'completed'],
    ['PARTS', 'parts'],
  ] as const) {
    await expect
      .poll(async () => {
        const counted = (await stats())[word];
        const { headers } = await admin.get(`/api/devices?limit=1&status=${status}`);
        return (await stats())[word] === counted && Number(headers['x-total-count']) === counted;
      }, 'the total of the list equals the count, while nobody else changes it')
      .toBe(true);
  }
});

const after = (moment: string) => new Date(Date.parse(moment) + 1).toISOString();
const before = (moment: string) => new Date(Date.parse(moment) - 1).toISOString();
