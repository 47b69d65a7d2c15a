import { WORK_STARTED } from '@repairline/contracts/issues';
import type { DeviceEvent } from '@repairline/contracts/repairs/events';
import { stateAfter } from '@repairline/event-store/decider';
import { deciderSpec } from '@repairline/event-store/testing/decider-spec';
import {
  deviceDecider,
  type CompleteRepair,
  type CorrectDevice,
  type DeviceCommand,
  type ExpectedFacts,
  type GivenFacts,
  type LogEntry,
  type TakeInDevice,
} from './device.decider';

const given = deciderSpec(deviceDecider);
const decided = (history: readonly DeviceEvent[], command: DeviceCommand) =>
  deviceDecider.decide(command, stateAfter(deviceDecider, history));

const opened = '2026-09-01T08:00:00.000Z';
const later = '2026-10-01T08:00:00.000Z';
const ids = { deviceId: 'd1' };
const typed = { studentName: 'Ada', initialIssue: 'Screen', notes: 'Case too' };
const takenIn: DeviceEvent = {
  type: 'DeviceTakenIn',
  data: {
    ...ids,
    repairId: 'r1',
    openedAt: opened,
    assetNumber: 'CB-1',
    school: 'SHS',
    model: 'C433',
    priority: 'Medium',
    assigneeId: 'tess',
    ...typed,
  },
};
const started: DeviceEvent = { type: 'WorkStarted', data: { ...ids, repairId: 'r1', assigneeId: 'tom' } };
const words = { issue: 'Hinge', actions: null, comments: null, technicianId: 'tom', priority: null };
const logged: DeviceEvent = { type: 'RepairLogged', data: { ...ids, repairId: 'r1', logId: 'l1', ...words } };
const completed: DeviceEvent = {
  type: 'RepairCompleted',
  data: { ...ids, repairId: 'r1', logId: 'l2', ...words, actions: 'Replaced', from: 'IN_PROGRESS', openedAt: opened },
};
const scrapped = (from: 'INTAKE' | 'IN_PROGRESS' | 'COMPLETED'): DeviceEvent => ({
  type: 'DeviceScrapped',
  data: { ...ids, from },
});

const inIntake = [takenIn];
const inProgress = [takenIn, started, logged];
const isCompleted = [...inProgress, completed];
const isScrapped = [...inProgress, scrapped('IN_PROGRESS')];

const intake = (more: Partial<TakeInDevice> = {}): TakeInDevice => ({
  type: 'TakeInDevice',
  deviceId: 'd1',
  repairId: 'r2',
  at: new Date(later),
  assetNumber: 'cb-1',
  school: 'SMS',
  priority: 'High',
  ...more,
});
const change = (
  { status, ...facts }: GivenFacts & Pick<CorrectDevice, 'status'>,
  expected?: ExpectedFacts,
): DeviceCommand =>
  status === 'IN_PROGRESS'
    ? { type: 'StartWork', callerId: 'me', logId: 'l9', facts, expected }
    : { type: 'CorrectDevice', facts, expected, status };
const said = { logId: 'l9', at: new Date(later), ...words, technicianId: 'me' };
const entry = (more: Partial<LogEntry> = {}): LogEntry => ({
  ...said,
  ...{ type: 'LogEntry', repairId: 'r2', issue: 'Battery' },
  ...more,
});
const complete = (more: Partial<CompleteRepair> = {}): CompleteRepair => ({
  ...said,
  ...{ type: 'CompleteRepair', issue: 'Battery' },
  ...more,
});
const startWork = change({ status: 'IN_PROGRESS' });

describe('intake', () => {
  // proves d.life.intake-opens-repair
  test('takes in an unknown device and opens a repair', () =>
    given()
      .when(intake({ studentName: 'Bo' }))
      .then({
        type: 'DeviceTakenIn',
        data: {
          ...ids,
          repairId: 'r2',
          openedAt: later,
          assetNumber: 'cb-1',
          school: 'SMS',
          model: '',
          priority: 'High',
          assigneeId: null,
          studentName: 'Bo',
          initialIssue: null,
          notes: null,
        },
      }));

  // proves d.life.completed-opens-new-repair
  test('of a completed device opens a new repair and keeps omitted fields, except the last repair’s issue', () =>
    given(...isCompleted)
      .when(intake({ model: 'C434', notes: null }))
      .then({
        type: 'DeviceTakenInAgain',
        data: {
          ...ids,
          repairId: 'r2',
          openedAt: later,
          school: 'SMS',
          model: 'C434',
          priority: 'High',
          assigneeId: 'tom',
          ...typed,
          initialIssue: null,
        },
      }));

  // proves d.life.completed-fields-updated
  test('without a priority sets Medium on a new device and keeps the priority of a returning one', () => {
    const none = intake({ priority: undefined });
    const high = { type: 'DevicePrioritized', data: { ...ids, priority: 'High' } } as const;
    expect(decided([], none)).toMatchObject([{ data: { priority: 'Medium' } }]);
    expect(decided([takenIn, high, completed], none)).toMatchObject([{ data: { priority: 'High' } }]);
  });

  test('of a completed device with an empty assignee unassigns it', () =>
    expect(decided([...isCompleted], intake({ assigneeId: null }))).toMatchObject([
      { type: 'DeviceTakenInAgain', data: { assigneeId: null } },
    ]));

  test('a device in Intake cannot be taken in', () =>
    given(...inIntake)
      .when(intake())
      .thenError('device_exists'));
  test('a device in progress cannot be taken in', () =>
    given(...inProgress)
      .when(intake())
      .thenError('device_exists'));
  test('a deprovisioned device cannot be taken in', () =>
    given(...isScrapped)
      .when(intake())
      .thenError('device_deprovisioned'));
});

describe('start of work', () => {
  const workStarted = (assigneeId: string | null): DeviceEvent => ({
    type: 'WorkStarted',
    data: { ...ids, repairId: 'r1', assigneeId },
  });
  const firstEntry = (issue: string): DeviceEvent => ({
    type: 'RepairLogged',
    data: { ...ids, repairId: 'r1', logId: 'l9', ...words, issue, technicianId: 'me' },
  });

  test('assigns the device to the caller and adds an entry with the initial issue', () =>
    given(...inIntake)
      .when(startWork)
      .then(workStarted('me'), firstEntry('Screen')));
  test('assigns the device to the person the call names', () =>
    given(...inIntake)
      .when(change({ status: 'IN_PROGRESS', assigneeId: 'tess' }))
      .then(workStarted('tess'), firstEntry('Screen')));
  test('adds the entry "Work started" if there is no initial issue', () =>
    given({ ...takenIn, data: { ...takenIn.data, initialIssue: null } })
      .when(startWork)
      .then(workStarted('me'), firstEntry('Work started')));
  test('repeats the issue of the newest entry if there is no initial issue', () =>
    expect(decided([{ ...takenIn, data: { ...takenIn.data, initialIssue: null } }, logged], startWork)).toMatchObject([
      {},
      { data: { issue: 'Hinge' } },
    ]));
  test.each([
    ['reopened by an entry', { type: 'RepairReopened', data: { ...ids, repairId: 'r2', openedAt: later } }],
    ['taken in again without an issue', decided(isCompleted, intake())[0] as DeviceEvent],
  ] as const)('on a device %s ignores the issues of the previous repair', (_, again) => {
    const newEntry: DeviceEvent = { ...logged, data: { ...logged.data, repairId: 'r2', issue: 'Juice' } };
    expect(decided([...isCompleted, again, newEntry], startWork)).toMatchObject([{}, { data: { issue: 'Juice' } }]);
    expect(decided([...isCompleted, again], startWork)).toMatchObject([{}, { data: { issue: 'Work started' } }]);
  });
  test('repeats no text that has been erased', () => {
    const erasure: DeviceEvent = { type: 'PersonalDataErased', data: { ...ids, logIds: ['l1'], repairIds: ['r1'] } };
    expect(decided([takenIn, logged, erasure], startWork)).toMatchObject([{}, { data: { issue: 'Work started' } }]);
  });
  test('may also change school, initial issue and priority', () =>
    given(...inIntake)
      .when(change({ status: 'IN_PROGRESS', school: 'HBE', initialIssue: 'Missing keys', priority: 'High' }))
      .then(
        { type: 'DeviceMovedToSchool', data: { ...ids, school: 'HBE' } },
        { type: 'InitialIssueCorrected', data: { ...ids, initialIssue: 'Missing keys' } },
        { type: 'DevicePrioritized', data: { ...ids, priority: 'High' } },
        workStarted('me'),
        firstEntry('Missing keys'),
      ));
  test('on a device in progress changes nothing', () =>
    given(...inProgress)
      .when(startWork)
      .thenNothing());
  const lateStart = { status: 'IN_PROGRESS', school: 'HBE', initialIssue: 'Missing keys', priority: 'High' } as const;
  test('after somebody else has started changes neither school, initial issue nor priority', () =>
    given(takenIn, workStarted('tess')).when(change(lateStart)).thenNothing());
  test('after somebody else has started still changes notes and model', () =>
    given(takenIn, workStarted('tess'))
      .when(change({ ...lateStart, notes: 'Bag too', model: 'C434' }))
      .then(
        { type: 'ModelCorrected', data: { ...ids, model: 'C434' } },
        { type: 'NotesRewritten', data: { ...ids, notes: 'Bag too' } },
      ));
  test('repeated by the current assignee still changes the other fields', () =>
    given(takenIn, workStarted('me'))
      .when(change({ status: 'IN_PROGRESS', school: 'HBE' }))
      .then({ type: 'DeviceMovedToSchool', data: { ...ids, school: 'HBE' } }));
  test('that names the current assignee is an edit of the other fields', () =>
    given(takenIn, workStarted('tess'))
      .when(change({ status: 'IN_PROGRESS', assigneeId: 'tess', school: 'HBE' }))
      .then({ type: 'DeviceMovedToSchool', data: { ...ids, school: 'HBE' } }));
  test('a completed device cannot be started', () =>
    given(...isCompleted)
      .when(startWork)
      .thenError('device_not_allowed'));
  test('a deprovisioned device cannot be started', () =>
    given(...isScrapped)
      .when(startWork)
      .thenError('device_deprovisioned'));
  test('an unknown device cannot be started', () => given().when(startWork).thenError('device_not_found'));
});

describe('a requested status', () => {
  const histories = { INTAKE: inIntake, IN_PROGRESS: inProgress, COMPLETED: isCompleted, PARTS: isScrapped };
  test.each(['INTAKE', 'IN_PROGRESS', 'COMPLETED', 'PARTS'] as const)(
    'that is the current one (%s) changes nothing',
    (status) =>
      given(...histories[status])
        .when(change({ status }))
        .thenNothing(),
  );
  test.each([
    ['INTAKE', 'COMPLETED'],
    ['INTAKE', 'PARTS'],
    ['IN_PROGRESS', 'INTAKE'],
    ['IN_PROGRESS', 'COMPLETED'],
    ['IN_PROGRESS', 'PARTS'],
    ['COMPLETED', 'INTAKE'],
    ['COMPLETED', 'IN_PROGRESS'],
    ['COMPLETED', 'PARTS'],
  ] as const)('cannot change %s to %s', (from, status) =>
    given(...histories[from])
      .when(change({ status }))
      .thenError('device_not_allowed'),
  );
  test.each(['INTAKE', 'IN_PROGRESS', 'COMPLETED'] as const)('cannot change PARTS to %s', (status) =>
    given(...isScrapped)
      .when(change({ status }))
      .thenError('device_deprovisioned'),
  );
  test('that is refused discards the other changes of the call', () =>
    given(...inProgress)
      .when(change({ status: 'COMPLETED', school: 'HLE' }))
      .thenError('device_not_allowed'));
});

test('a refused status change names the steps that are allowed', () => {
  expect(() => decided(inProgress, change({ status: 'INTAKE' }))).toThrow(
    'A device that is In Progress cannot be set to INTAKE. Allowed next: complete it with a completed repair entry',
  );
});

describe('corrections', () => {
  test('are recorded as one event per field', () =>
    given(...inProgress)
      .when(
        change({
          assetNumber: 'CB-2',
          school: 'HLE',
          model: 'C500',
          assigneeId: 'tess',
          studentName: null,
          initialIssue: 'Keys',
          notes: 'None',
          priority: 'Low',
        }),
      )
      .then(
        { type: 'AssetNumberChanged', data: { ...ids, from: 'CB-1', to: 'CB-2' } },
        { type: 'DeviceMovedToSchool', data: { ...ids, school: 'HLE' } },
        { type: 'ModelCorrected', data: { ...ids, model: 'C500' } },
        { type: 'StudentRecorded', data: { ...ids, studentName: null } },
        { type: 'InitialIssueCorrected', data: { ...ids, initialIssue: 'Keys' } },
        { type: 'NotesRewritten', data: { ...ids, notes: 'None' } },
        { type: 'DevicePrioritized', data: { ...ids, priority: 'Low' } },
        { type: 'DeviceAssigned', data: { ...ids, assigneeId: 'tess' } },
      ));
  test('to the current values change nothing', () =>
    given(...inIntake)
      .when(
        change({ assetNumber: 'CB-1', school: 'SHS', model: 'C433', assigneeId: 'tess', ...typed, priority: 'Medium' }),
      )
      .thenNothing());
  test('an empty assignee unassigns the device', () =>
    given(...inIntake)
      .when(change({ assigneeId: null }))
      .then({ type: 'DeviceUnassigned', data: ids }));
  test('setting the same priority again lowers a device that an entry has raised', () => {
    const urgent: DeviceEvent = { ...logged, data: { ...logged.data, priority: 'High' } };
    const again = change({ priority: 'Medium' });
    const prioritized: DeviceEvent = { type: 'DevicePrioritized', data: { ...ids, priority: 'Medium' } };
    given(takenIn, urgent).when(again).then(prioritized);
    given(takenIn, urgent, prioritized).when(again).thenNothing();
  });
  test('an unknown device cannot be corrected', () =>
    given()
      .when(change({ school: 'HLE' }))
      .thenError('device_not_found'));
});

describe('a repair entry', () => {
  const recorded = { ...ids, logId: 'l9', ...words, issue: 'Battery', technicianId: 'me' };
  test.each([
    ['INTAKE', inIntake],
    ['IN_PROGRESS', inProgress],
  ] as const)('joins the open repair of a device in %s', (_status, history) =>
    given(...history)
      .when(entry())
      .then({ type: 'RepairLogged', data: { ...recorded, repairId: 'r1' } }),
  );
  // proves d.life.completed-log-closes-repair
  test.each([
    ['INTAKE', inIntake],
    ['IN_PROGRESS', inProgress],
  ] as const)('marked as completed closes the repair of a device in %s', (from, history) =>
    given(...history)
      .when(complete({ actions: 'New cell' }))
      .then({
        type: 'RepairCompleted',
        data: { ...recorded, repairId: 'r1', actions: 'New cell', from, openedAt: opened },
      }),
  );
  test('marked as completed without actions says Repair completed', () =>
    expect(decided([...inProgress], complete())).toMatchObject([{ data: { actions: 'Repair completed' } }]));
  test('without an issue completes the repair under that of its first entry, or else the one named last', () => {
    const entryNamed = (issue: string | null) => ({ ...logged, data: { ...logged.data, issue } }) as DeviceEvent;
    const issueAfter = (...history: DeviceEvent[]) => decided([takenIn, ...history], complete({ issue: null }));
    expect(issueAfter(entryNamed('First'), entryNamed('Second'))).toMatchObject([{ data: { issue: 'First' } }]);
    expect(issueAfter(entryNamed(WORK_STARTED), entryNamed('Second'))).toMatchObject([{ data: { issue: 'Second' } }]);
    expect(issueAfter(entryNamed(WORK_STARTED))).toMatchObject([{ data: { issue: 'Screen' } }]);
    const erased = { type: 'PersonalDataErased', data: { ...ids, logIds: [], repairIds: [] } } as DeviceEvent;
    expect(issueAfter(entryNamed('First'), erased)).toMatchObject([{ data: { issue: 'Repair completed' } }]);
  });
  test('without an issue completes nothing if the repair has no entry', () => {
    given(takenIn)
      .when(complete({ issue: null }))
      .thenError('no_active_repair');
    given(takenIn, { ...completed })
      .when(complete({ issue: null }))
      .thenError('no_active_repair');
  });
  // proves d.life.completed-opens-new-repair
  test('on a completed device opens a new repair', () =>
    given(...isCompleted)
      .when(entry())
      .then(
        { type: 'RepairReopened', data: { ...ids, repairId: 'r2', openedAt: later } },
        { type: 'RepairLogged', data: { ...recorded, repairId: 'r2' } },
      ));
  // proves d.life.turnaround-span
  test('a reopened repair is completed with its own opening time', () =>
    expect(
      decided(
        [
          ...isCompleted,
          { type: 'RepairReopened', data: { ...ids, repairId: 'r2', openedAt: later } },
          {
            ...logged,
            data: { ...logged.data, repairId: 'r2' },
          },
        ],
        complete(),
      ),
    ).toMatchObject([{ data: { repairId: 'r2', openedAt: later, from: 'INTAKE' } }]));
  test('a completed repair cannot be completed again', () =>
    given(...isCompleted)
      .when(complete())
      .thenError('repair_already_completed'));
  test('a deprovisioned device takes no entry', () =>
    given(...isScrapped)
      .when(entry())
      .thenError('device_deprovisioned'));
  test('a deprovisioned device cannot be completed', () =>
    given(...isScrapped)
      .when(complete())
      .thenError('device_deprovisioned'));
  test('an unknown device takes no entry', () => given().when(entry()).thenError('device_not_found'));
});

describe('deprovisioning', () => {
  const scrap = { type: 'ScrapDevice' } as const;
  const restore = { type: 'RestoreDevice' } as const;
  test.each([
    ['INTAKE', inIntake],
    ['IN_PROGRESS', inProgress],
    ['COMPLETED', isCompleted],
  ] as const)('a device in %s can be scrapped and is restored to that status', (status, history) => {
    given(...history)
      .when(scrap)
      .then(scrapped(status));
    given(...history, scrapped(status))
      .when(restore)
      .then({ type: 'DeviceRestored', data: { ...ids, to: status } });
  });
  test('a restored device continues its repair', () =>
    expect(
      decided([...isScrapped, { type: 'DeviceRestored', data: { ...ids, to: 'IN_PROGRESS' } }], complete()),
    ).toMatchObject([{ type: 'RepairCompleted', data: { repairId: 'r1', openedAt: opened } }]));
  test('scrapping a scrapped device changes nothing', () =>
    given(...isScrapped)
      .when(scrap)
      .thenNothing());
  test('restoring a device that is not scrapped changes nothing', () =>
    given(...inProgress)
      .when(restore)
      .thenNothing());
  test('an unknown device cannot be scrapped', () => given().when(scrap).thenError('device_not_found'));
  test('an unknown device cannot be restored', () => given().when(restore).thenError('device_not_found'));
});

test('an event without a preceding intake creates no device', () =>
  given(started).when(startWork).thenError('device_not_found'));

describe('the first entry of a bulk intake', () => {
  const firstEntry = { logId: 'l9', callerId: 'cara' };
  const bulk = (given: Partial<TakeInDevice>): TakeInDevice => ({
    ...{ type: 'TakeInDevice', ...ids, repairId: 'r9', at: new Date(later), assetNumber: 'CB-1', school: 'SHS' },
    ...{ priority: 'High', firstEntry, ...given },
  });
  const entryBy = (technicianId: string): DeviceEvent => ({
    type: 'RepairLogged',
    data: { ...ids, repairId: 'r9', logId: 'l9', ...words, issue: 'Screen', priority: 'High', technicianId },
  });

  test('has the initial issue and is by the assignee', () =>
    expect(decided([], bulk({ initialIssue: 'Screen', assigneeId: 'tess' }))[1]).toEqual(entryBy('tess')));
  test('is by the caller if nobody is assigned', () =>
    expect(decided([], bulk({ initialIssue: 'Screen' }))[1]).toEqual(entryBy('cara')));
  test('of a returning device belongs to the new repair and is by the previous assignee', () =>
    expect(decided(isCompleted, bulk({ initialIssue: 'Screen' }))[1]).toEqual(entryBy('tom')));
  test('is omitted without an initial issue, even if the device had one before', () => {
    expect(decided([], bulk({}))).toHaveLength(1);
    expect(decided(isCompleted, bulk({}))).toHaveLength(1);
  });
});

describe('erasing personal data', () => {
  const erase = { type: 'ErasePersonalData', logIds: ['l1', 'l2'], repairIds: ['r1'] } as const;
  const erased: DeviceEvent = { type: 'PersonalDataErased', data: { ...ids, logIds: ['l1', 'l2'], repairIds: ['r1'] } };
  const command = { ...erase, logIds: [...erase.logIds], repairIds: [...erase.repairIds] };
  test.each([
    ['in intake', inIntake],
    ['completed', isCompleted],
    ['deprovisioned', isScrapped],
  ])('is recorded on a device that is %s', (_status, history) =>
    given(...history)
      .when(command)
      .then(erased),
  );
  test('leaves no issue for a start of work to repeat', () =>
    expect(decided([...inIntake, erased], startWork)[1]).toMatchObject({ data: { issue: 'Work started' } }));
  test('of an unknown device is refused', () => given().when(command).thenError('device_not_found'));
});

describe('a change that says what its writer saw', () => {
  const bens = { type: 'NotesRewritten', data: { ...ids, notes: 'Ben’s' } } as const;
  const mine = { notes: 'mine' };
  const unassigned = { type: 'DeviceUnassigned', data: ids } as const;

  test('is made if the fields are as seen, empty ones included', () => {
    given(takenIn, bens)
      .when(change(mine, { notes: 'Ben’s' }))
      .then({ type: 'NotesRewritten', data: { ...ids, ...mine } });
    given(takenIn, { type: 'NotesRewritten', data: { ...ids, notes: null } }, unassigned)
      .when(change({ ...mine, assigneeId: 'me' }, { notes: '', assigneeId: null }))
      .then(
        { type: 'NotesRewritten', data: { ...ids, ...mine } },
        { type: 'DeviceAssigned', data: { ...ids, assigneeId: 'me' } },
      );
  });

  test('is refused as a whole if somebody has changed one of them since, and names those fields', () => {
    const stale = change({ ...mine, model: 'C434' }, { notes: 'before Ben', model: 'C433' });
    given(takenIn, bens).when(stale).thenError('changed_meanwhile');
    expect(() => decided([takenIn, bens], stale)).toThrow('in the meantime: Notes. Nothing was saved');
    const issues = [{ path: 'notes', message: 'This has been changed in the meantime' }];
    expect(() => decided([takenIn, bens], stale)).toThrow(expect.objectContaining({ issues }) as Error);
  });

  test.each([
    ['school', { school: 'SMS' }, { school: 'EHS' }],
    ['model', { model: 'C434' }, { model: 'Spin' }],
    ['priority', { priority: 'Low' }, { highestPriority: 'High' }],
    ['assignee', { assigneeId: 'me' }, { assigneeId: 'ben' }],
    ['student', { studentName: 'Al' }, { studentName: 'Zoe' }],
    ['initial issue', { initialIssue: 'Battery' }, { initialIssue: 'Hinge' }],
  ] as const)('is refused for a %s seen otherwise', (_, changes, seen) => {
    given(takenIn).when(change(changes, seen)).thenError('changed_meanwhile');
  });

  test('is made if others have already written the same, or changed only what it leaves alone', () => {
    given(takenIn, bens)
      .when(change({ notes: 'Ben’s' }, { notes: 'before Ben' }))
      .thenNothing();
    given(takenIn, bens)
      .when(change({ model: 'C434' }, { model: 'C433', notes: 'before Ben' }))
      .then({ type: 'ModelCorrected', data: { ...ids, model: 'C434' } });
  });

  test('compares the priority that is shown, which an entry may have raised', () => {
    const raised = { ...ids, repairId: 'r1', logId: 'l1', ...words, priority: 'High' } as const;
    const low = change({ priority: 'Low' }, { highestPriority: 'High' });
    given(takenIn, { type: 'RepairLogged', data: raised })
      .when(low)
      .then({ type: 'DevicePrioritized', data: { ...ids, priority: 'Low' } });
    given(takenIn).when(low).thenError('changed_meanwhile');
  });

  test('does not refuse a start of work that comes late: its fields do not apply', () => {
    given(takenIn, started)
      .when(change({ status: 'IN_PROGRESS', school: 'SMS' }, { school: 'EHS' }))
      .thenNothing();
  });
});
