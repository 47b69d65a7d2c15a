import { randomUUID } from 'node:crypto';
import type { ChangeNotice, LiveDevice } from '@repairline/contracts/live';
import {
  DeviceStatsQuery,
  GetDevice,
  ListDeviceLogs,
  ListDevices,
  RestoreDevice,
  ScrapDevice,
  TakeInDevice,
} from '@repairline/contracts/repairs/calls';
import { changeOf, entryOf } from '@repairline/contracts/repairs/forms';
import type { DeviceChanges, Intake, RepairEntry } from '@repairline/contracts/repairs/requests';
import { noticesOf, RepairsChangesSince } from '../notices';
import { DomainError } from '@repairline/contracts/domain-error';
import { GetPeople, ListTechnicians } from '@repairline/contracts/identity/calls';
import { openWorkbench, type Workbench } from '../testing/workbench';
import { saveTechnicians } from '@repairline/messaging/people/technicians';
import { codeOf } from '@repairline/messaging/testing/ask';
import { admin, tess, tom } from '@repairline/messaging/testing/staff';

const newcomer = { id: randomUUID(), name: 'Nia New', email: 'nia@school.example', approved: true, position: 5 };
const latecomer = { ...newcomer, id: randomUUID(), name: 'Lou Late', email: 'lou@school.example' };
let present = [newcomer];
/** Runs while identity is being asked. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
const told: ChangeNotice[] = [];
let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench({
    identity: {
      // Identity lists everybody's names only to a signed-in person.
      async call(contract, input, { actor }) {
        await meanwhile();
        if (!actor && contract.subject === ListTechnicians.subject) throw new Error('not signed in');
        if (contract.subject !== GetPeople.subject)
          return { items: present, total: present.length, next: null } as never;
        const { userIds } = GetPeople.input.parse(input);
        return present.filter(({ id }) => userIds.includes(id)) as never;
      },
    },
    onCommitted: async (batch, stretch) => void told.push(...(await noticesOf(bench.db, batch, stretch))),
  });
});
afterAll(() => bench.close());

type As = Parameters<Workbench['ask']>[2];
const takeIn = (barcodeNumber: string, more: Partial<Intake> = {}, as?: As) =>
  bench.ask(TakeInDevice, { assetNumber: barcodeNumber, school: 'SHS', ...more }, as);
const change = (barcodeNumber: string, changes: DeviceChanges, as?: As) =>
  bench.ask(...changeOf({ assetNumber: barcodeNumber }, changes), as);
const log = (barcodeNumber: string, entry: RepairEntry, as?: As) =>
  bench.ask(...entryOf({ assetNumber: barcodeNumber }, entry), as);
const find = (barcodeNumber: string) => bench.ask(GetDevice, { assetNumber: barcodeNumber });
const timeline = async (barcodeNumber: string) =>
  (await bench.ask(ListDeviceLogs, { assetNumber: barcodeNumber })).items;

// proves d.life.start-work d.life.start-work-assigns-caller d.life.start-work-timeline-entry
// proves d.life.completed-log-from-in-progress d.life.completed-log-empty-actions
test('a device goes from intake to completed, and each answer equals what GET then shows', async () => {
  const { device, created } = await takeIn('Life-1', { initialIssue: 'Missing keys', school: 'HS', priority: 'Major' });
  expect(created).toBe(true);
  expect(device).toMatchObject({ status: 'INTAKE', school: 'SHS', priority: 'High', assignedTo: '', billingNotes: '' });
  expect(device).toEqual(await find('life-1'));

  const started = await change('Life-1', { status: 'IN_PROGRESS' });
  expect(started).toMatchObject({ status: 'IN_PROGRESS', assignedTo: 'Tess Turner', assigneeId: tess.userId });
  expect(started).toEqual(await find('Life-1'));

  const entry = await log('Life-1', { issue: 'Keys A and B', actions: 'Ordered', technician: 'tom@school.example' });
  expect(entry).toMatchObject({ technician: 'Tom Tinker', completed: false, barcodeNumber: 'Life-1' });
  await log('Life-1', { issue: 'Keys A and B', actions: '  ', completed: true, technician: 'Somebody Else' });
  expect(await find('Life-1')).toMatchObject({ status: 'COMPLETED', latestIssue: 'Keys A and B' });
  expect(await timeline('Life-1')).toMatchObject([
    { issue: 'Missing keys', technician: 'Tess Turner', completed: false },
    entry,
    { actions: 'Repair completed', technician: 'Tess Turner', completed: true, comments: null },
  ]);
});

// proves d.life.completed-log-from-intake d.life.completed-intake-again d.life.completed-same-device
// proves d.life.completed-fields-updated
test('a completed device that is taken in again is the same device with the same timeline', async () => {
  const { device } = await takeIn('Back-1', { studentName: 'Ada' });
  await log('Back-1', { issue: 'Hinge', completed: true, priority: 'High' });
  expect(await find('Back-1')).toMatchObject({ status: 'COMPLETED', highestPriority: 'High' });
  const again = await takeIn('back-1', { model: 'C434' });
  expect(again).toMatchObject({
    created: false,
    device: { id: device.id, barcodeNumber: 'Back-1', studentName: 'Ada' },
  });
  expect(again.device).toMatchObject({ status: 'INTAKE', model: 'C434', highestPriority: 'Medium' });
  expect(await timeline('Back-1')).toHaveLength(1);
});

// proves d.life.completed-new-log d.life.past-flags-kept
test('a new entry reopens a completed device, and earlier entries keep their completed flags', async () => {
  await takeIn('Reopen-1');
  for (const completed of [false, true, false]) await log('Reopen-1', { issue: 'Hinge', completed });
  expect(await find('Reopen-1')).toMatchObject({ status: 'INTAKE' });
  await log('Reopen-1', { issue: 'Hinge', completed: true });
  expect((await timeline('Reopen-1')).map(({ completed }) => completed)).toEqual([false, true, false, true]);
});

// proves d.life.start-work-assigned-to
test('a start of work assigns the device to the person it names', async () => {
  await takeIn('Start-2');
  const started = await change('Start-2', { status: 'IN_PROGRESS', assignedTo: tom.name });
  expect(started).toMatchObject({ status: 'IN_PROGRESS', assigneeId: tom.userId });
});

// proves d.calls.own-entries-only-two d.calls.post-device-no-log
test('a start of work adds an entry on its own; an intake, other changes, scrapping and restoring add none', async () => {
  const target = { assetNumber: 'Quiet-2' };
  await takeIn('Quiet-1', { initialIssue: 'Missing keys' });
  const texts = { model: 'C434', studentName: 'Ada', initialIssue: 'Hinge', notes: 'Bag too' };
  await change('Quiet-1', { ...texts, school: 'SMS', priority: 'High', assignedTo: tom.userId, status: 'INTAKE' });
  await change('Quiet-1', { barcodeNumber: 'Quiet-2' });
  for (const command of [ScrapDevice, RestoreDevice]) await bench.ask(command, target, { as: admin });
  expect(await timeline('Quiet-2')).toEqual([]);
  await change('Quiet-2', { status: 'IN_PROGRESS' });
  expect(await timeline('Quiet-2')).toHaveLength(1);
  await log('Quiet-2', { issue: 'Hinge', completed: true });
  await takeIn('Quiet-2', { initialIssue: 'Liquid damage' });
  expect(await timeline('Quiet-2')).toHaveLength(2);
});

test('when two people complete a device at once, one succeeds and the other gets repair_already_completed', async () => {
  await takeIn('Both-1');
  const outcomes = await Promise.all(
    [tess, tom].map((as) => codeOf(log('Both-1', { issue: 'Hinge', completed: true }, { as }))),
  );
  expect(outcomes.sort()).toEqual(['done', 'repair_already_completed']);
  expect(await timeline('Both-1')).toHaveLength(1);
});

test('when two people start work on a device at once, one becomes the assignee and both answers name that one', async () => {
  await takeIn('Start-1');
  const answers = await Promise.all([tess, tom].map((as) => change('Start-1', { status: 'IN_PROGRESS' }, { as })));
  expect(new Set(answers.map(({ assigneeId }) => assigneeId)).size).toBe(1);
  expect(await timeline('Start-1')).toHaveLength(1);
});

test('a repeated command takes effect once and gets the first answer', async () => {
  await takeIn('Same-1');
  const commandId = randomUUID();
  const entry = { issue: 'Hinge', completed: true };
  const answers = await Promise.all([1, 2, 3].map(() => log('Same-1', entry, { commandId })));
  expect(answers).toEqual([answers[0], answers[0], answers[0]]);
  expect(await log('Same-1', entry, { commandId })).toEqual(answers[0]);
  expect(await timeline('Same-1')).toHaveLength(1);
});

// proves d.roles.enforced-by-service
test('only Admins may scrap and restore a device', async () => {
  await takeIn('Scrap-1');
  const target = { assetNumber: 'Scrap-1' };
  expect(await codeOf(bench.ask(ScrapDevice, target))).toBe('admin_only');
  expect(await codeOf(bench.ask(RestoreDevice, target))).toBe('admin_only');
  const { parts } = await bench.ask(DeviceStatsQuery, {});
  expect(await bench.ask(ScrapDevice, target, { as: admin })).toMatchObject({ status: 'PARTS' });
  expect(await bench.ask(DeviceStatsQuery, {})).toMatchObject({ parts: parts + 1 });
  expect(await codeOf(log('Scrap-1', { issue: 'Hinge' }))).toBe('device_deprovisioned');
  expect(await codeOf(takeIn('Scrap-1'))).toBe('device_deprovisioned');
});

// proves d.life.scrap-from-intake d.life.scrap-from-in-progress d.life.scrap-from-completed d.life.unscrap-to-intake
// proves d.life.unscrap-to-in-progress d.life.unscrap-to-completed d.life.scrap-again-no-event
test.each(['INTAKE', 'IN_PROGRESS', 'COMPLETED'] as const)(
  'a device in %s is scrapped, then restored to that status, and doing either again changes nothing',
  async (status) => {
    const target = { assetNumber: `Scrap-${status}` };
    await takeIn(target.assetNumber, { assignedTo: tess.userId });
    if (status === 'IN_PROGRESS') await change(target.assetNumber, { status });
    if (status === 'COMPLETED') await log(target.assetNumber, { issue: 'Hinge', completed: true });
    for (const [command, shown] of [[ScrapDevice, 'PARTS'] as const, [RestoreDevice, status] as const]) {
      const once = await bench.ask(command, target, { as: admin });
      expect(once).toMatchObject({ status: shown, assigneeId: tess.userId });
      const head = await bench.store.head();
      expect(await bench.ask(command, target, { as: admin })).toEqual(once);
      expect(await bench.store.head()).toBe(head);
    }
  },
);

// proves d.schools.alias-hs d.schools.alias-ms
test.each([
  ['HS', 'SHS'],
  ['MS', 'SMS'],
])('the school %s is stored as %s, and also finds its devices', async (alias, code) => {
  const barcodeNumber = `Alias-${alias}`;
  expect((await takeIn(barcodeNumber, { school: alias })).device).toMatchObject({ school: code });
  await change(barcodeNumber, { school: 'N/A' });
  expect(await change(barcodeNumber, { school: alias })).toMatchObject({ school: code });
  expect(await bench.ask(ListDevices, { school: alias, q: barcodeNumber })).toMatchObject({ total: 1 });
});

// proves d.priority.values d.priority.default d.priority.major d.priority.moderate d.priority.minor
test('there are three priorities, each with an alias, and a new device has Medium by default', async () => {
  expect((await takeIn('Priority-1')).device).toMatchObject({ priority: 'Medium' });
  const aliases = { High: 'High', Medium: 'Medium', Low: 'Low', Major: 'High', Moderate: 'Medium', Minor: 'Low' };
  for (const [typed, priority] of Object.entries(aliases)) {
    expect((await takeIn(`Priority-${typed}`, { priority: typed })).device).toMatchObject({ priority });
    expect(await change('Priority-1', { priority: typed })).toMatchObject({ priority });
    expect(await log('Priority-1', { issue: 'Hinge', priority: typed })).toMatchObject({ priority });
  }
  for (const priority of ['Urgent', 'high', '']) {
    expect(await codeOf(takeIn('Priority-2', { priority }))).toBe('validation_failed');
    expect(await codeOf(change('Priority-1', { priority }))).toBe('validation_failed');
  }
});

test('an unknown school is refused with a list of the valid codes', async () => {
  await expect(takeIn('School-1', { school: 'XYZ' })).rejects.toMatchObject({
    code: 'unknown_school',
    message: 'Unknown school. Valid codes: SHS, SMS, HBE, HLE, N/A',
  });
});

test('an unknown status, a status at intake and overlong notes fail validation', async () => {
  await expect(change('School-1', { status: 'BROKEN' } as never)).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(takeIn('School-1', { status: 'PARTS' } as never)).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(takeIn('School-1', { notes: 'x'.repeat(4_001) })).rejects.toMatchObject({
    code: 'validation_failed',
    message: 'Notes can have at most 4000 characters',
    issues: [{ path: 'notes' }],
  });
});

describe('an assignee', () => {
  beforeAll(async () => {
    const twins = ['one', 'two'].map((name) => ({
      id: randomUUID(),
      name: 'Sam Same',
      email: `${name}@school.example`,
      approved: true,
      position: 1,
    }));
    const gone = { id: randomUUID(), name: 'Gus Gone', email: 'gus@school.example', approved: false, position: 1 };
    await saveTechnicians(bench.pool, [...twins, gone]);
    await takeIn('Who-1');
  });
  // proves d.life.assigned-to-name d.life.assigned-to-email d.calls.assigned-to-empty
  test('is given by name, email or id, and an empty value means nobody', async () => {
    for (const assignedTo of ['tom tinker', 'TOM@school.example', tom.userId]) {
      expect(await change('Who-1', { assignedTo })).toMatchObject({ assignedTo: 'Tom Tinker', assigneeId: tom.userId });
      expect(await change('Who-1', { assignedTo: '' })).toMatchObject({ assignedTo: '', assigneeId: null });
    }
  });
  // proves d.life.ambiguous-name-400
  test('or technician whose name several users share is refused by name and accepted by email', async () => {
    expect(await codeOf(change('Who-1', { assignedTo: 'Sam Same' }))).toBe('ambiguous_technician');
    expect(await codeOf(log('Who-1', { issue: 'Hinge', technician: 'Sam Same' }))).toBe('ambiguous_technician');
    expect(await change('Who-1', { assignedTo: 'two@school.example' })).toMatchObject({ assignedTo: 'Sam Same' });
  });
  test('who is unknown or not approved is refused', async () => {
    expect(await codeOf(change('Who-1', { assignedTo: 'Nobody' }))).toBe('unknown_technician');
    expect(await codeOf(change('Who-1', { assignedTo: 'gus@school.example' }))).toBe('unknown_technician');
  });
  test('who was approved a moment ago is looked up at identity', async () => {
    expect(await change('Who-1', { assignedTo: newcomer.email })).toMatchObject({ assignedTo: 'Nia New' });
  });
  test('is found by the older name that identity still answers, but keeps the newer name from an event', async () => {
    await saveTechnicians(bench.pool, [{ ...newcomer, name: 'Nia Newer', position: newcomer.position + 1 }]);
    expect(await change('Who-1', { assignedTo: newcomer.name })).toMatchObject({ assignedTo: 'Nia Newer' });
  });
  test('who was just renamed is found and shown under the new name, which an older event does not undo', async () => {
    const known = { ...newcomer, id: randomUUID(), name: 'Mo Maiden', email: 'mo@school.example' };
    await saveTechnicians(bench.pool, [known]);
    present = [{ ...known, name: 'Mo Married', position: known.position + 2 }];
    expect(await change('Who-1', { assignedTo: 'Mo Married' })).toMatchObject({ assignedTo: 'Mo Married' });
    await saveTechnicians(bench.pool, [{ ...known, position: known.position + 1 }]);
    const foundBy = async (assignedTo: string) => (await bench.ask(ListDevices, { assignedTo, limit: 10 })).total;
    expect([await foundBy('Mo Married'), await foundBy('Mo Maiden')]).toEqual([1, 0]);
  });
  test('is shown under a new name everywhere', async () => {
    await change('Who-1', { assignedTo: tom.userId });
    await log('Who-1', { issue: 'Hinge' }, { as: tom });
    await saveTechnicians(bench.pool, [
      { id: tom.userId, name: 'Thomas Tinker', email: 'tom@school.example', approved: true, position: 2 },
    ]);
    expect(await find('Who-1')).toMatchObject({ assignedTo: 'Thomas Tinker' });
    expect(await timeline('Who-1')).toMatchObject([{ technician: 'Thomas Tinker' }]);
  });
});

describe('the technician of an entry', () => {
  // proves d.life.event-records-caller d.life.technician-as-given
  test('is the person it names, while the log records the caller', async () => {
    const { device } = await takeIn('By-1');
    for (const technician of ['Tess Turner', 'tess@school.example']) {
      const entry = await log('By-1', { issue: 'Hinge', technician }, { as: tom });
      expect(entry).toMatchObject({ technicianId: tess.userId });
    }
    const recorded = await bench.store.readStream(`device-${device.id}`);
    expect(recorded.at(-1)).toMatchObject({
      event: { type: 'RepairLogged', data: { technicianId: tess.userId } },
      actor: { userId: tom.userId, name: tom.name },
    });
  });
  // proves d.life.technician-caller
  test('who was approved a moment ago is looked up at identity before the caller is recorded instead', async () => {
    await takeIn('By-3');
    present = [newcomer, latecomer];
    const entry = { issue: 'Hinge', technician: latecomer.email };
    expect(await log('By-3', entry, { as: tess })).toMatchObject({
      technicianId: latecomer.id,
      technician: 'Lou Late',
    });
    const byNobody = { issue: 'Hinge', technician: 'Nobody' };
    expect(await log('By-3', byNobody, { as: tess })).toMatchObject({ technicianId: tess.userId });
  });
  // proves d.life.technician-unknown s3.log.technician-always-set
  test('is Unknown if neither the named person nor the caller is known', async () => {
    await takeIn('By-2');
    const stranger = { userId: randomUUID(), name: '', role: 'Member' } as const;
    const entry = { issue: 'Hinge', technician: 'Somebody Else' };
    expect(await log('By-2', entry, { as: stranger })).toMatchObject({ technician: 'Unknown' });
    await saveTechnicians(bench.pool, [{ id: stranger.userId, name: '', email: '', approved: true, position: 1 }]);
    expect(await timeline('By-2')).toMatchObject([{ technician: 'Unknown', technicianId: stranger.userId }]);
  });
});

test('the log holds nothing typed about a device or its student in plain text', async () => {
  const secret = 'Zebulon';
  await takeIn('Secret-1', { studentName: secret, initialIssue: secret, notes: secret });
  await log('Secret-1', { issue: secret, actions: secret, comments: secret });
  await change('Secret-1', { studentName: `${secret} II`, notes: `${secret} III` });
  const { rows } = await bench.pool.query<{ found: number }>(
    `select count(*)::int as found from events where events::text ilike '%' || $1 || '%'`,
    [secret],
  );
  expect(rows).toEqual([{ found: 0 }]);
});

test('a renumbering is announced under both numbers, the old one naming the new, with the device as shown', async () => {
  const { device } = await takeIn('Tell-1');
  await log('Tell-1', { issue: 'Hinge' });
  const before = bench.views.position();
  await change('Tell-1', { barcodeNumber: 'Tell-2' });
  const { changes, complete, upTo } = await bench.ask(RepairsChangesSince, { after: before });
  expect(complete).toBe(true);
  expect(upTo).toBeGreaterThan(before);
  const updated = { type: 'device_updated', context: 'repairs', at: expect.any(Number) as number };
  const { billingNotes: _, ...shown } = await find('Tell-2');
  expect(changes).toEqual([
    { ...updated, barcodeNumber: 'Tell-1', renumberedTo: 'Tell-2' },
    { ...updated, barcodeNumber: 'Tell-2', device: shown },
  ]);
  const heard = told.flatMap((notice) => notice.changes);
  const entry = heard.findLast(({ type }) => type === 'repair_log_created');
  // The device comes first: a list that shows it from that notice need not ask about the entry.
  expect(heard.filter(({ at }) => at === entry?.at)).toEqual([
    { ...updated, barcodeNumber: 'Tell-1', device: expect.objectContaining({ latestIssue: 'Hinge' }) as LiveDevice },
    { type: 'repair_log_created', context: 'repairs', at: entry?.at, barcodeNumber: 'Tell-1' },
  ]);
  expect(device.id).toBe((await find('Tell-2')).id);
  expect(await bench.ask(RepairsChangesSince, { after: bench.views.position() })).toMatchObject({
    changes: [],
    complete: true,
  });
});

describe('while identity is asked for a person,', () => {
  const onceMeanwhile = (work: () => Promise<unknown>) => {
    meanwhile = () => {
      meanwhile = () => Promise.resolve();
      return work();
    };
  };

  test('others can add entries, and the entry recorded last is the newest of the timeline', async () => {
    await takeIn('Meanwhile-1');
    onceMeanwhile(() => log('Meanwhile-1', { issue: 'Others' }, { as: tom }));
    await log('Meanwhile-1', { issue: 'Own', technician: 'Nobody', completed: true });
    expect(await timeline('Meanwhile-1')).toMatchObject([{ issue: 'Others' }, { issue: 'Own', completed: true }]);
    expect(await find('Meanwhile-1')).toMatchObject({ status: 'COMPLETED', latestIssue: 'Own' });
  });

  test('a repair can be completed, and the intake that follows is not dated before that', async () => {
    await takeIn('Meanwhile-2');
    onceMeanwhile(() => log('Meanwhile-2', { issue: 'Hinge', completed: true }, { as: tom }));
    present = [{ ...newcomer, id: randomUUID(), email: 'zoe@school.example' }];
    const { device } = await takeIn('Meanwhile-2', { assignedTo: 'zoe@school.example' });
    const [completed] = await timeline('Meanwhile-2');
    expect(Date.parse(device.updatedAt)).toBeGreaterThanOrEqual(Date.parse(completed?.timestamp ?? ''));
    const [again] = await bench.store.readAll((await bench.store.head()) - 1, 1);
    expect(again?.event.type).toBe('DeviceTakenInAgain');
    expect(again?.occurredAt.getTime()).toBeGreaterThanOrEqual(Date.parse(completed?.timestamp ?? ''));
  });

  test('and it does not answer, nobody else is recorded, and nobody is said to be unknown', async () => {
    await takeIn('Away-1');
    const away = () => Promise.reject(new DomainError({ code: 'service_unavailable', message: 'Try again' }));
    onceMeanwhile(away);
    expect(await codeOf(log('Away-1', { issue: 'Hinge', technician: 'Zed' }))).toBe('service_unavailable');
    onceMeanwhile(away);
    expect(await codeOf(change('Away-1', { assignedTo: 'Zed' }))).toBe('service_unavailable');
    expect(await timeline('Away-1')).toEqual([]);
  });
});

describe('a process whose clock is', () => {
  const asked = (skewMs: number) => bench.askOn(bench.store, () => new Date(Date.now() + skewMs));
  const completion = (assetNumber: string, issue: string) => entryOf({ assetNumber }, { issue, completed: true });

  test('a little behind dates nothing before what it follows', async () => {
    await takeIn('Clock-1');
    await log('Clock-1', { issue: 'First' });
    await asked(-5_000)(...completion('Clock-1', 'Second'));
    expect(await timeline('Clock-1')).toMatchObject([{ issue: 'First' }, { issue: 'Second' }]);
    await asked(-5_000)(TakeInDevice, { assetNumber: 'Clock-1', school: 'SHS' });
    const times = (await bench.store.readStream(`device-${(await find('Clock-1')).id}`)).map((one) => +one.occurredAt);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('far ahead does not date what others do afterwards', async () => {
    await takeIn('Clock-2');
    await asked(600_000)(...completion('Clock-2', 'Early'));
    const { timestamp } = await log('Clock-2', { issue: 'Late' });
    expect(Date.parse(timestamp)).toBeLessThan(Date.now() + 1);
  });
});

test('notices follow each other without gaps, and a large batch is split into several', async () => {
  expect(told.length).toBeGreaterThan(10);
  told.slice(1).forEach(({ after }, index) => expect(after).toBe(told[index]?.upTo));
  const batch = await bench.store.readAll(0, 60);
  const many = Array.from({ length: 10 }, () => batch).flat();
  const notices = await noticesOf(bench.db, many, { after: 0, upTo: 60 });
  expect(notices.map(({ changes }) => changes.length > 0)).toEqual([true, true, true]);
  expect(notices[0]?.after).toBe(0);
  expect(notices[1]?.after).toBe(notices[0]?.upTo);
  expect(notices[2]).toMatchObject({ after: notices[1]?.upTo, upTo: 60 });
});

test('a notice carries the state of its devices up to 20, and beyond that none', async () => {
  const since = async (count: number) => {
    const before = bench.views.position();
    for (let index = 0; index < count; index += 1) await takeIn(`Few-${count}-${index}`);
    const { changes } = await bench.ask(RepairsChangesSince, { after: before });
    return changes.map((change) => ('device' in change ? change.device?.barcodeNumber : undefined));
  };
  expect(await since(20)).toEqual(Array.from({ length: 20 }, (_, index) => `Few-20-${index}`));
  expect(await since(21)).toEqual(Array.from({ length: 21 }, () => undefined));
});

test('a screen whose position is ahead of the views is told to reload everything', async () => {
  expect(await bench.ask(RepairsChangesSince, { after: bench.views.position() + 10 })).toMatchObject({
    complete: false,
    upTo: bench.views.position(),
  });
});
