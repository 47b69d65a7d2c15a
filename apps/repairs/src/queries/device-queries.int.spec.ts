import {
  CurrentWorkSession,
  DeviceStatsQuery,
  EndWorkSession,
  GetDevice,
  GetRepairLogs,
  ListDeviceLogs,
  ListDevices,
  ListRepairLogs,
  RecentActivity,
  ScrapDevice,
  StartWorkSession,
  TakeInDevice,
} from '@repairline/contracts/repairs/calls';
import { changeOf, entryOf } from '@repairline/contracts/repairs/forms';
import type { DeviceFilters, Intake } from '@repairline/contracts/repairs/requests';
import type { Device } from '@repairline/contracts/repairs/views';
import { codeOf } from '@repairline/messaging/testing/ask';
import { admin, tess, tom } from '@repairline/messaging/testing/staff';
import { writeCursor } from '@repairline/postgres/queries/cursor';
import { saveTechnicians } from '@repairline/messaging/people/technicians';
import { until } from '@repairline/service-kit/testing/until';
import { openWorkbench, type Workbench } from '../testing/workbench';

let bench: Workbench;
beforeAll(async () => (bench = await openWorkbench()));
afterAll(() => bench.close());

const takeIn = (barcodeNumber: string, more: Partial<Intake> = {}) =>
  bench.ask(TakeInDevice, { assetNumber: barcodeNumber, school: 'SHS', ...more });
const list = (filters: DeviceFilters) => bench.ask(ListDevices, filters);
async function waitingForLocks(): Promise<{ query: string }[]> {
  const { rows } = await bench.pool.query<{ query: string }>(
    `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows;
}
const numbers = ({ items }: { items: Device[] }) => items.map(({ barcodeNumber }) => barcodeNumber);
const found = async (filters: DeviceFilters) => numbers(await list(filters)).sort();

/** Reads page after page until the end; `between` runs after each. */
async function allPages(filters: DeviceFilters, between: () => Promise<unknown> = () => Promise.resolve()) {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await list({ ...filters, cursor });
    seen.push(...numbers(page));
    cursor = page.next ?? undefined;
    await between();
  } while (cursor !== undefined);
  return seen;
}

describe('the device list', () => {
  // proves s3.device.list-fields d.priority.list-order-priority d.priority.list-order-updated
  test('is ordered by highest priority, then by latest change', async () => {
    await takeIn('Order-1', { priority: 'Low' });
    await takeIn('Order-2', { priority: 'High' });
    await takeIn('Order-3', { priority: 'Low' });
    await takeIn('Order-4', { priority: 'Medium' });
    expect(numbers(await list({ q: 'order-' }))).toEqual(['Order-2', 'Order-4', 'Order-3', 'Order-1']);
    await bench.ask(...entryOf({ assetNumber: 'Order-1' }, { issue: 'Smoke', priority: 'High' }));
    const raised = await list({ q: 'order-', priority: 'High' });
    expect(numbers(raised)).toEqual(['Order-1', 'Order-2']);
    expect(numbers(await list({ q: 'order-', priority: 'Major' }))).toEqual(['Order-1', 'Order-2']);
    expect(await codeOf(list({ priority: 'Loud' }))).toBe('validation_failed');
    expect(raised.items[0]).toMatchObject({ priority: 'Low', highestPriority: 'High', latestIssue: 'Smoke' });
  });

  // proves d.life.assigned-to-filter
  test('filters by school and its alias, by status and by assignee in any form', async () => {
    await takeIn('Filter-1', { school: 'MS', assignedTo: 'tom@school.example' });
    await takeIn('Filter-2', { school: 'HBE' });
    expect(await found({ q: 'filter-', school: 'MS' })).toEqual(['Filter-1']);
    expect(await found({ q: 'filter-', school: 'SMS' })).toEqual(['Filter-1']);
    await bench.ask(...changeOf({ assetNumber: 'Filter-2' }, { status: 'IN_PROGRESS' }));
    expect(await found({ q: 'filter-', status: 'IN_PROGRESS' })).toEqual(['Filter-2']);
    for (const assignedTo of ['Tom Tinker', 'TOM@school.example', tom.userId]) {
      expect(await found({ q: 'filter-', assignedTo })).toEqual(['Filter-1']);
    }
    expect(await list({ assignedTo: 'nobody' })).toEqual({ items: [], total: 0, next: null });
  });

  // proves d.calls.q-case-insensitive d.calls.q-anywhere d.calls.q-asset-number d.calls.q-student-name d.calls.q-model
  // proves d.calls.q-latest-issue d.calls.q-assignee
  test('finds text anywhere in number, student, model, latest issue and assignee, in any case', async () => {
    await takeIn('Needle-1');
    await takeIn('Hay-2', { studentName: 'Nora Needleman' });
    await takeIn('Hay-3', { model: 'XNeedle 3' });
    await takeIn('Hay-4', { initialIssue: 'A needle in the hinge' });
    await takeIn('Hay-5', { notes: 'needle' });
    expect(await found({ q: 'NEEDLE' })).toEqual(['Hay-2', 'Hay-3', 'Hay-4', 'Needle-1']);
    await takeIn('Hay-6', { assignedTo: 'tess@school.example', school: 'HLE' });
    expect(await found({ q: 'ss turn', school: 'HLE' })).toEqual(['Hay-6']);
    await bench.ask(...entryOf({ assetNumber: 'Hay-4' }, { issue: 'Loose' }));
    expect(await found({ q: 'in the hinge' })).toEqual([]);
  });

  test('searches for devices and for people of that name in parallel', async () => {
    await takeIn('Beside-1');
    const client = await bench.pool.connect();
    await client.query('begin; lock table technicians in access exclusive mode');
    const answer = list({ q: 'beside-' });
    await until(async () => (await waitingForLocks()).length === 2);
    const waiting = (await waitingForLocks()).map(({ query }) => /from "(\w+)"/u.exec(query)?.[1]);
    await client.query('rollback');
    client.release();
    expect(waiting.sort()).toEqual(['device_list', 'technicians']);
    expect(await answer).toMatchObject({ total: 1, items: [{ barcodeNumber: 'Beside-1' }] });
  });

  test('counts and pages devices with the text together with those assigned to a person of that name', async () => {
    for (const [number, more] of Object.entries({
      'Pair-1 Tess Turner': {},
      'Pair-2': { assignedTo: tess.userId },
      'Pair-3': { assignedTo: tess.userId },
    })) {
      await takeIn(number, { ...more, school: 'N/A' });
    }
    const first = await list({ q: 'tess turner', school: 'N/A', limit: 2 });
    const second = await list({ q: 'tess turner', school: 'N/A', limit: 2, cursor: first.next ?? '' });
    expect([first.total, second.total]).toEqual([3, 3]);
    expect([...numbers(first), ...numbers(second)].sort()).toEqual(['Pair-1 Tess Turner', 'Pair-2', 'Pair-3']);
    expect(second.next).toBeNull();
  });

  // proves d.calls.q-literal
  test('takes search text literally', async () => {
    await takeIn('Lit-1', { model: '100% sure_thing \\ end' });
    await takeIn('Lit-2', { model: '100 suresthing' });
    for (const q of ['100%', 'sure_', '\\ end', '% sure_thing \\']) expect(await found({ q })).toEqual(['Lit-1']);
    expect(await found({ q: 'l%t-' })).toEqual([]);
    for (const no of [{ q: 'nothing\u0000here' }, { assignedTo: '\u0000' }]) expect(await found(no)).toEqual([]);
    expect(await found({ q: "'; drop table device_list; --" })).toEqual([]);
  });

  // proves d.roles.member-lists-without-parts d.roles.member-parts-filter-empty
  test('hides deprovisioned devices from Members, who can still open and count them', async () => {
    await takeIn('Parts-1');
    await bench.ask(ScrapDevice, { assetNumber: 'Parts-1' }, { as: admin });
    expect(await found({ q: 'parts-1' })).toEqual([]);
    expect(await list({ status: 'PARTS' })).toEqual({ items: [], total: 0, next: null });
    const forAdmin = await bench.ask(ListDevices, { status: 'PARTS' }, { as: admin });
    expect(numbers(forAdmin)).toEqual(['Parts-1']);
    expect(forAdmin.total).toBe(1);
    expect(await bench.ask(GetDevice, { assetNumber: 'parts-1' })).toMatchObject({ status: 'PARTS' });
    expect(await bench.ask(DeviceStatsQuery, {})).toMatchObject({ parts: 1 });
  });

  // proves s3.stats.fields s7.devices.stats d.roles.member-stats-four-numbers
  test('gives the same totals from the counters as from counting rows', async () => {
    const all = await allPages({ limit: 500 });
    expect((await list({ limit: 1 })).total).toBe(all.length);
    await takeIn('Counted-1', { school: 'HBE' });
    await bench.ask(...changeOf({ assetNumber: 'Counted-1' }, { school: 'HLE', priority: 'High' }));
    for (const filters of [
      ...[{ school: 'HBE' }, { school: 'HLE' }, { status: 'INTAKE' as const }, { priority: 'High' as const }],
      ...[
        { school: 'HLE', priority: 'High' as const },
        { school: 'SMS', status: 'IN_PROGRESS' as const },
      ],
    ]) {
      const shown = await allPages({ ...filters, limit: 500 });
      expect([filters, (await list({ ...filters, limit: 1 })).total]).toEqual([filters, shown.length]);
    }
    const rows = await bench.pool.query<{ status: string; total: number }>(
      'select status, count(*)::int as total from device_list group by status',
    );
    const counted = Object.fromEntries(rows.rows.map(({ status, total }) => [status, total]));
    const stats = await bench.ask(DeviceStatsQuery, {});
    expect(stats).toEqual({
      intake: counted['INTAKE'] ?? 0,
      inProgress: counted['IN_PROGRESS'] ?? 0,
      completed: counted['COMPLETED'] ?? 0,
      parts: counted['PARTS'] ?? 0,
    });
  });

  test('finds an assignee whose name has accents, however it is typed', async () => {
    const jose = { id: 'jose', name: 'Jose\u0301 Ruiz', email: 'jose@school.example', approved: true, position: 1 };
    await saveTechnicians(bench.pool, [jose]);
    await takeIn('Accent-1', { assignedTo: jose.email });
    for (const typed of ['Jose\u0301 Ruiz', 'Jos\u00e9 Ruiz', 'JOSE RUIZ']) {
      expect(await found({ assignedTo: typed })).toEqual(['Accent-1']);
      expect(await found({ q: typed })).toEqual(['Accent-1']);
    }
  });

  test('finds a student whichever quotes, dashes and accents were typed, in the name and in the search', async () => {
    await takeIn('Quote-1', { studentName: 'Se\u00e1n O\u2019Connor', initialIssue: 'Can\u2019t charge' });
    await takeIn('Quote-2', { studentName: "Sean O'Connor\u2011L\u00f3pez", model: 'HP \u201411\u2014' });
    for (const q of ["o'connor", 'O\u2019CONNOR', 'sean o', 'Sea\u0301n O']) {
      expect(await found({ q })).toEqual(['Quote-1', 'Quote-2']);
    }
    expect(await found({ q: "can't charge" })).toEqual(['Quote-1']);
    expect(await found({ q: 'connor-lopez' })).toEqual(['Quote-2']);
    expect(await found({ q: 'Quote\u20131' })).toEqual(['Quote-1']);
    expect(await found({ q: 'oconnor' })).toEqual([]);
  });

  test('refuses a cursor that is not its own', async () => {
    for (const cursor of ['x', Buffer.from('{"rank":1}').toString('base64url'), '%%%']) {
      expect(await codeOf(list({ cursor }))).toBe('validation_failed');
    }
  });

  test.each([{ rank: 40_000 }, { newest: 0.5 }])(
    'refuses a cursor with a number that no column can hold: %j',
    async (forged) => {
      const cursor = writeCursor({ rank: 1, newest: -1, key: 'a', ...forged });
      expect(await codeOf(list({ cursor }))).toBe('validation_failed');
    },
  );

  test('is refused to a caller who is not signed in', async () => {
    expect(await codeOf(bench.ask(ListDevices, {}, { as: null }))).toBe('not_signed_in');
  });
});

describe('pages', () => {
  const made = Array.from({ length: 25 }, (_, index) => `Page-${String(index).padStart(2, '0')}`);
  const priority = (index: number) => (['High', 'Medium', 'Low'] as const)[index % 3] ?? 'Low';
  beforeAll(async () => {
    for (const [index, number] of made.entries()) await takeIn(number, { priority: priority(index) });
  });

  // proves d.calls.cursor
  test.each([1, 4, 25, 26])('of %i hold every device exactly once', async (limit) => {
    const seen = await allPages({ q: 'page-', limit });
    expect(seen).toHaveLength(made.length);
    expect([...seen].sort()).toEqual(made);
    expect(seen).toEqual(numbers(await list({ q: 'page-' })));
    expect((await list({ q: 'page-', limit })).total).toBe(made.length);
  });

  test('all have the same total, including the last one', async () => {
    const { next } = await list({ q: 'page-', limit: 4 });
    const last = await list({ q: 'page-', limit: 26, cursor: next ?? '' });
    expect([last.items.length, last.total, last.next]).toEqual([21, made.length, null]);
  });

  test('read while devices change contain every unchanged device once', async () => {
    const changing = made.filter((_, index) => index % 5 === 0);
    let round = 0;
    const seen = await allPages({ q: 'page-', limit: 3 }, async () => {
      const changes = { priority: (['Low', 'High', 'Medium'] as const)[round % 3], notes: `round ${round}` };
      await bench.ask(...changeOf({ assetNumber: changing[round % changing.length] ?? '' }, changes));
      round += 1;
    });
    const unchanged = made.filter((number) => !changing.includes(number));
    expect(seen.filter((number) => !changing.includes(number)).toSorted()).toEqual(unchanged);
    expect(round).toBeGreaterThan(changing.length);
  });

  test('include devices that changed after the first page was read, in their new places', async () => {
    for (const number of ['Late-1', 'Late-2', 'Late-3', 'Late-4']) await takeIn(number, { priority: 'Medium' });
    const first = await list({ q: 'late-', limit: 1 });
    expect(numbers(first)).toEqual(['Late-4']);
    await bench.ask(...changeOf({ assetNumber: 'Late-1' }, { notes: 'Changed' }));
    await bench.ask(...changeOf({ assetNumber: 'Late-2' }, { priority: 'Low' }));
    await takeIn('Late-5', { priority: 'Low' });
    const rest = await list({ q: 'late-', limit: 9, cursor: first.next ?? '' });
    expect(numbers(rest)).toEqual(['Late-3', 'Late-5', 'Late-2']);
  });
});

describe('entries', () => {
  beforeAll(async () => {
    await takeIn('Log-1');
    for (const issue of ['first', 'second', 'third']) {
      await bench.ask(...entryOf({ assetNumber: 'Log-1' }, { issue }), { as: issue === 'second' ? tom : tess });
    }
    await bench.ask(...entryOf({ assetNumber: 'Log-1' }, { issue: 'fixed', completed: true }));
  });
  const issues = ({ items }: { items: { issue: string }[] }) => items.map(({ issue }) => issue);

  // proves d.calls.logs-oldest-first
  test('of a device come oldest first, page by page', async () => {
    const one = await bench.ask(ListDeviceLogs, { assetNumber: 'log-1', limit: 3 });
    expect(issues(one)).toEqual(['first', 'second', 'third']);
    expect(one.total).toBe(4);
    const two = await bench.ask(ListDeviceLogs, { assetNumber: 'log-1', limit: 3, cursor: one.next ?? '' });
    expect(issues(two)).toEqual(['fixed']);
    expect(two.next).toBeNull();
    expect(two.items[0]).toMatchObject({ completed: true, actions: 'Repair completed', technician: 'Tess Turner' });
  });

  test('of all devices come newest first, and as recent activity', async () => {
    const one = await bench.ask(ListRepairLogs, { limit: 2 });
    expect(issues(one)).toEqual(['fixed', 'third']);
    const two = await bench.ask(ListRepairLogs, { limit: 2, cursor: one.next ?? '' });
    expect(issues(two)).toEqual(['second', 'first']);
    const recent = await bench.ask(RecentActivity, {});
    expect(issues({ items: recent }).slice(0, 4)).toEqual(['fixed', 'third', 'second', 'first']);
    expect(recent.length).toBeLessThanOrEqual(20);
  });

  // proves d.calls.totals-by-call
  test('are filtered by technician, completion and time', async () => {
    expect(issues(await bench.ask(ListRepairLogs, { technician: 'tom tinker' }))).toEqual(['second']);
    expect(issues(await bench.ask(ListRepairLogs, { technician: '\u0000' }))).toEqual([]);
    const completed = await bench.ask(ListRepairLogs, { completed: 'true' });
    expect(issues(completed)).toEqual(['fixed']);
    expect(completed.total).toBe(1);
    const { items } = await bench.ask(ListRepairLogs, {});
    const from = items.find(({ issue }) => issue === 'third')?.timestamp;
    const since = await bench.ask(ListRepairLogs, { from });
    expect(issues(since)).toEqual(['fixed', 'third']);
    expect(since.total).toBe(2);
    expect(issues(await bench.ask(ListRepairLogs, { to: from, technician: tess.userId }))).not.toContain('third');
  });

  test('can be filtered by times beyond the storable range, at any UTC offset', async () => {
    const all = issues(await bench.ask(ListRepairLogs, {}));
    for (const from of ['0000-01-01T00:00:00Z', '2001-01-01T00:00:00+23:00']) {
      expect(issues(await bench.ask(ListRepairLogs, { from, to: '9999-12-31T23:59:59-23:00' }))).toEqual(all);
    }
  });

  test.each([{ at: '0000-01-01T00:00:00Z' }, { position: 0.5 }])(
    'refuse a cursor that no stored entry can have: %j',
    async (forged) => {
      const cursor = writeCursor({ at: '2026-01-01T00:00:00Z', position: 1, ...forged });
      for (const list of [ListRepairLogs, ListDeviceLogs]) {
        expect(await codeOf(bench.ask(list, { assetNumber: 'Log-1', cursor }))).toBe('validation_failed');
      }
    },
  );

  test('of an unknown device are not found', async () => {
    expect(await codeOf(bench.ask(ListDeviceLogs, { assetNumber: 'nope' }))).toBe('device_not_found');
    expect(await codeOf(bench.ask(GetDevice, { assetNumber: 'n\u0000pe' }))).toBe('device_not_found');
  });

  // proves d.life.asset-timeline-follows
  test('show the new number after their device is renumbered', async () => {
    await bench.ask(...changeOf({ assetNumber: 'Log-1' }, { barcodeNumber: 'Log-9' }));
    const { items } = await bench.ask(ListDeviceLogs, { assetNumber: 'Log-9' });
    expect(items.map(({ barcodeNumber }) => barcodeNumber)).toEqual(['Log-9', 'Log-9', 'Log-9', 'Log-9']);
  });
});

test('the pages of an export contain each matching device once, even if it changes meanwhile', async () => {
  for (const index of [3, 1, 2, 5, 4]) await takeIn(`File-${index}`);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await bench.ask(ListDevices, { q: 'file-', order: 'asset-number', limit: 2, cursor });
    expect(page.total).toBe(5);
    seen.push(...numbers(page));
    cursor = page.next ?? undefined;
    await bench.ask(...changeOf({ assetNumber: 'File-1' }, { model: `M-${seen.length}` }));
    await bench.ask(...changeOf({ assetNumber: 'File-5' }, { priority: seen.length > 2 ? 'Low' : 'High' }));
  } while (cursor !== undefined);
  expect(seen).toEqual(['File-1', 'File-2', 'File-3', 'File-4', 'File-5']);
  expect(await codeOf(bench.ask(ListDevices, { order: 'asset-number', cursor: 'x' }))).toBe('validation_failed');
});

test('a page of an export says where the page after the next begins, unless there is none', async () => {
  for (const index of [1, 2, 3, 4, 5]) await takeIn(`Ahead-${index}`);
  const page = (limit: number, cursor?: string) =>
    bench.ask(ListDevices, { q: 'ahead-', order: 'asset-number', limit, cursor });
  const first = await page(2);
  const second = await page(2, first.next ?? '');
  expect(first.ahead).toBe(second.next);
  expect(numbers(await page(2, first.ahead ?? ''))).toEqual(['Ahead-5']);
  expect([second.ahead, (await page(2, second.next ?? '')).ahead, (await page(5)).ahead]).toEqual([null, null, null]);
  expect((await list({ q: 'ahead-', limit: 2 })).ahead).toBeUndefined();
});

test('entries are found by their ids, with their device and repair; unknown ids are left out', async () => {
  const { device } = await takeIn('Ids-1');
  const log = await bench.ask(...entryOf({ assetNumber: 'Ids-1' }, { issue: 'Hinge', completed: true }));
  const shownUpTo = await bench.store.head();
  const found = await bench.ask(GetRepairLogs, { logIds: [log.id, device.id], shownUpTo }, { as: null });
  expect(found).toEqual([{ ...log, deviceId: device.id, repairId: expect.any(String) as string }]);
  expect(await codeOf(bench.ask(GetRepairLogs, { logIds: [log.id], shownUpTo: shownUpTo + 1_000 }))).toBe(
    'views_behind',
  );
});

test('logs are found by id although the list of devices has stopped before their device', async () => {
  await bench.putView('device-list', 'stopped');
  const saved = { code: 'views_behind' };
  await expect(takeIn('Unlisted-1')).rejects.toMatchObject(saved);
  await bench.ask(...entryOf({ assetNumber: 'Unlisted-1' }, { issue: 'Hinge', completed: true })).catch(() => 0);
  const shownUpTo = await bench.store.head();
  const logged = (await bench.store.readAll(0, 5_000)).map(({ event }) => event);
  const logIds = logged.flatMap((event) => (event.type === 'RepairCompleted' ? [event.data.logId] : [])).slice(-1);
  const found = await bench.ask(GetRepairLogs, { logIds, shownUpTo }, { as: null });
  expect(found).toMatchObject([{ barcodeNumber: 'Unlisted-1', issue: 'Hinge' }]);
  await bench.putView('device-list', 'live');
});

const savedButStopped = {
  code: 'views_behind',
  message: expect.stringMatching(/is saved.*has stopped/u) as string,
};

test.each([
  [
    'device-list',
    () => bench.ask(...changeOf({ assetNumber: 'Behind-1' }, { status: 'IN_PROGRESS' })),
    async () => (await bench.ask(GetDevice, { assetNumber: 'Behind-1' })).status === 'IN_PROGRESS',
  ],
  [
    'work-sessions',
    () => bench.ask(EndWorkSession, {}),
    async () => (await bench.ask(CurrentWorkSession, {})) === null,
  ],
])(
  'a change is answered with views_behind while the view %s is stopped, is saved, as the answer says, and takes effect',
  async (view, command, isShown) => {
    await takeIn('Behind-1').catch(() => undefined);
    await bench.ask(StartWorkSession, {});
    await bench.putView(view, 'stopped');
    await expect(command()).rejects.toMatchObject(savedButStopped);
    expect(await isShown()).toBe(false);
    await bench.putView(view, 'live');
    await until(isShown);
  },
);

test('adding an entry and looking entries up are answered with views_behind while the view repair-logs is stopped', async () => {
  await takeIn('Stopped-1');
  const entry = { issue: 'Hinge', completed: true };
  await bench.putView('repair-logs', 'stopped');
  await expect(bench.ask(...entryOf({ assetNumber: 'Stopped-1' }, entry))).rejects.toMatchObject(savedButStopped);
  const shownUpTo = await bench.store.head();
  const asked = () => codeOf(bench.ask(GetRepairLogs, { logIds: [], shownUpTo }, { as: null }));
  expect(await asked()).toBe('views_behind');
  await bench.putView('repair-logs', 'live');
  while ((await asked()) !== 'done');
});
