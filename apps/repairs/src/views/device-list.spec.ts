import type { DeviceEvent } from '@repairline/contracts/repairs/events';
import { project } from '@repairline/projections/testing/given-events';
import { deviceList } from './device-list';
import { deviceStats } from './device-stats';

const ids = { deviceId: 'd1', repairId: 'r1' };
const openedAt = '2026-09-01T08:00:00.000Z';
const takenIn: DeviceEvent = {
  type: 'DeviceTakenIn',
  data: {
    ...{ ...ids, openedAt, assetNumber: 'CB-1', school: 'SHS', model: 'C433', priority: 'Low', assigneeId: null },
    ...{ studentName: 'Ada', initialIssue: 'Screen', notes: null },
  },
};
const entry = { ...ids, logId: 'l1', actions: null, comments: null, technicianId: null };
const logged = (issue: string, priority: 'High' | 'Medium' | 'Low' | null = null): DeviceEvent => ({
  type: 'RepairLogged',
  data: { ...entry, issue, priority },
});
const completed: DeviceEvent = {
  type: 'RepairCompleted',
  data: { ...entry, logId: 'l2', issue: 'Done', priority: null, from: 'INTAKE', openedAt },
};
const reopened: DeviceEvent = { type: 'RepairReopened', data: { ...ids, repairId: 'r2', openedAt } };
const prioritized = (priority: 'High' | 'Medium' | 'Low'): DeviceEvent => ({
  type: 'DevicePrioritized',
  data: { deviceId: 'd1', priority },
});
const device = (...events: DeviceEvent[]) =>
  project(deviceList)
    .given(takenIn, ...events)
    .row('d1');
const HIGH = 0;
const MEDIUM = 1;
const LOW = 2;

describe('the highest priority', () => {
  test('is the device’s own before any entry', () => expect(device()?.priority_rank).toBe(LOW));
  // proves d.priority.highest-of-device-and-logs
  test('is raised by an entry', () =>
    expect(device(logged('a', 'High'), logged('b', 'Low'))?.priority_rank).toBe(HIGH));
  // proves d.priority.lowering-counts
  test('is lowered by an explicit change: entries before it no longer count', () =>
    expect(device(logged('a', 'High'), prioritized('Low'))?.priority_rank).toBe(LOW));
  test('is raised again by an entry after that change', () =>
    expect(device(logged('a', 'High'), prioritized('Low'), logged('b', 'Medium'))?.priority_rank).toBe(MEDIUM));
  // proves d.priority.highest-of-device-and-logs
  test('does not count entries of past repairs', () =>
    expect(device(logged('a', 'High'), completed, reopened)?.priority_rank).toBe(LOW));
});

describe('the latest issue', () => {
  // proves d.priority.latest-issue-initial
  test('is the initial issue before any entry, even after that is corrected', () => {
    expect(device()?.latest_issue).toBe('Screen');
    const corrected: DeviceEvent = { type: 'InitialIssueCorrected', data: { deviceId: 'd1', initialIssue: 'Hinge' } };
    expect(device(corrected)).toMatchObject({ latest_issue: 'Hinge', search: 'cb-1\nada\nc433\nhinge' });
  });
  // proves d.priority.latest-issue-newest-log
  test('is that of the newest entry', () => expect(device(logged('a'), logged('b'))?.latest_issue).toBe('b'));
  test('of a returning device is not that of its previous repair', () => {
    const back = { ...takenIn.data, repairId: 'r2', initialIssue: null };
    const again: DeviceEvent = { type: 'DeviceTakenInAgain', data: back };
    expect(device(completed, again)).toMatchObject({ initial_issue: null, latest_issue: '' });
    expect(device(completed, { ...again, data: { ...back, initialIssue: 'Keys' } })?.latest_issue).toBe('Keys');
    expect(device(completed, reopened, logged('Juice'))).toMatchObject({ initial_issue: null, latest_issue: 'Juice' });
  });
});

test('a device whose personal data has been erased is still shown', () => {
  const erased = { ...takenIn.data, studentName: null, initialIssue: null } as (typeof takenIn)['data'];
  const row = project(deviceList)
    .given({ ...takenIn, data: erased })
    .row('d1');
  expect(row).toMatchObject({ student_name: null, latest_issue: '', search: 'cb-1\n\nc433\n' });
});

test('an erasure clears what was typed, also in the search text', () => {
  const erasure: DeviceEvent = {
    type: 'PersonalDataErased',
    data: { deviceId: 'd1', logIds: ['l1'], repairIds: ['r1'] },
  };
  const row = project(deviceList).given(takenIn, logged('a'), erasure).row('d1');
  expect(row).toMatchObject({ student_name: null, initial_issue: null, notes: null, latest_issue: '' });
  expect(row?.search).toBe('cb-1\n\nc433\n');
});

test('a back-dated event does not make a device look older than it is', () => {
  const late = { event: logged('a'), occurredAt: '2020-01-01T00:00:00.000Z' };
  const row = project(deviceList).given({ event: takenIn, occurredAt: openedAt }, late).row('d1');
  expect(row).toMatchObject({ updated_at: openedAt, created_at: openedAt, newest_first: -Date.parse(openedAt) });
});

test('the counters follow every change of status', () => {
  const scrapped: DeviceEvent = { type: 'DeviceScrapped', data: { deviceId: 'd1', from: 'INTAKE' } };
  const started: DeviceEvent = { type: 'WorkStarted', data: { ...ids, assigneeId: null } };
  const counted = (...events: DeviceEvent[]) =>
    project(deviceStats)
      .given(takenIn, ...events)
      .row('all');
  expect(counted()).toMatchObject({ INTAKE: 1, IN_PROGRESS: 0, COMPLETED: 0, PARTS: 0, logs: 0 });
  expect(counted(started)).toMatchObject({ INTAKE: 0, IN_PROGRESS: 1 });
  expect(counted(logged('a'), completed)).toMatchObject({ INTAKE: 0, COMPLETED: 1, logs: 2, completed_logs: 1 });
  expect(counted(completed, reopened)).toMatchObject({ INTAKE: 1, COMPLETED: 0 });
  expect(counted(scrapped)).toMatchObject({ INTAKE: 0, PARTS: 1 });
});
