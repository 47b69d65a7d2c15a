import { project } from '@repairline/projections/testing/given-events';
import type { Fact } from '../facts';
import { completedRepairs } from './completed-repairs';
import { deviceWork } from './device-work';
import { issuesIn, repairIssues } from './repair-issues';

const ids = { deviceId: 'd1', repairId: 'r1' };
const openedAt = '2026-01-05T08:00:00.000Z';
const takenIn: Fact = {
  type: 'device-taken-in',
  data: { ...ids, openedAt, school: 'SHS', model: '', priority: 'Low', assigneeId: null, assetNumber: 'CB-1' },
};
const again: Fact = { type: 'device-taken-in-again', data: { ...takenIn.data, repairId: 'r2', assigneeId: 'tom' } };
const entry = { ...ids, logId: 'l1', technicianId: 'tess', priority: null, issues: [] };
const logged = (issueTyped: string, repairId = 'r1'): Fact => ({
  type: 'repair-logged',
  data: { ...entry, repairId, issueTyped },
});
const completed = (issueTyped = ''): Fact => ({
  type: 'repair-completed',
  data: { ...entry, issueTyped, from: 'IN_PROGRESS', openedAt, turnaroundMinutes: 90 },
});
const started: Fact = { type: 'work-started', data: { ...ids, assigneeId: 'tess' } };
const scrapped: Fact = { type: 'device-scrapped', data: { deviceId: 'd1', from: 'IN_PROGRESS' } };

test('a completed repair keeps its technician, completion time and turnaround', () => {
  const row = project(completedRepairs)
    .given(takenIn, logged('a'), { event: completed(), occurredAt: '2026-01-05T09:30:00.000Z' })
    .row('r1');
  expect(row).toEqual({
    ...{ repair_id: 'r1', device_id: 'd1', technician_id: 'tess' },
    ...{ completed_at: '2026-01-05T09:30:00.000Z', turnaround_minutes: 90 },
  });
});

describe('issues', () => {
  const issuesOf = (...facts: Fact[]) =>
    project(repairIssues)
      .given(takenIn, ...facts)
      .rows()
      .flatMap(({ issues }) => Object.values(issues));

  // proves d.figures.common-issues-split
  test('are the comma-separated parts of the text', () => {
    expect(issuesIn('Missing keys, Bent lid ,, hinge').map(({ issue }) => issue)).toEqual([
      ...['Missing keys', 'Bent lid', 'hinge'],
    ]);
    expect(issuesIn(' , ')).toEqual([]);
  });

  // proves d.figures.common-issues-per-repair
  test('named by several entries of a repair are stored once, whatever their case', () => {
    expect(issuesOf(logged('Bent lid, Missing keys'), logged('bent  LID'), completed('BENT LID'))).toEqual([
      ...['Bent lid', 'Missing keys'],
    ]);
  });

  test('that differ only in accents, or in which quotes were typed, are the same', () => {
    expect(issuesOf(logged('Can’t charge'), completed("can't chargé"))).toEqual(['Can’t charge']);
  });

  test('do not include the default texts of a start of work and of a completion', () => {
    expect(issuesOf(logged('Work started'), completed('Work started, Bent lid'))).toEqual(['Bent lid']);
    expect(issuesOf(logged('Work started'), completed('Repair completed'))).toEqual([]);
  });

  test('are stored again for another repair of the same device', () => {
    expect(issuesOf(logged('Bent lid'), completed(), again, logged('Bent lid', 'r2'))).toHaveLength(2);
  });

  test('that match a chip are spelled like the chip', () =>
    expect(issuesOf(logged('missing KEYS'))).toEqual(['Missing keys']));
  test('are not stored for an empty text, such as that of an erased device', () =>
    expect(issuesOf(logged(''))).toEqual([]));
  test('are gone once the device is erased', () => {
    const erased: Fact = { type: 'personal-data-erased', data: { deviceId: 'd1', repairIds: ['r1'] } };
    expect(issuesOf(logged('Bent lid'), logged('Hinge', 'r2'), erased)).toEqual(['Hinge']);
  });
  test('longer than an index entry can hold are kept in full', () => {
    const long = '\ufdfa'.repeat(500);
    expect(issuesOf(logged(long))).toEqual([long]);
  });
});

describe('a device', () => {
  const device = (...facts: Fact[]) =>
    project(deviceWork)
      .given(takenIn, ...facts)
      .row('d1');

  test('is in progress under its assignee from the start of work until completion', () => {
    expect(device()).toMatchObject({ status: 'INTAKE', assignee_id: null });
    expect(device(started)).toMatchObject({ status: 'IN_PROGRESS', assignee_id: 'tess' });
    expect(device(started, completed())).toMatchObject({ status: 'COMPLETED', assignee_id: 'tess' });
  });

  test('stays in progress when it is reassigned or unassigned', () => {
    const assigned: Fact = { type: 'device-assigned', data: { deviceId: 'd1', assigneeId: 'tom' } };
    expect(device(started, assigned)).toMatchObject({ status: 'IN_PROGRESS', assignee_id: 'tom' });
    const unassigned: Fact = { type: 'device-unassigned', data: { deviceId: 'd1' } };
    expect(device(started, unassigned)).toMatchObject({ status: 'IN_PROGRESS', assignee_id: null });
  });

  test('is scrapped, and when restored has its earlier status and assignee again', () => {
    expect(device(started, scrapped)).toMatchObject({ status: 'PARTS' });
    const restored: Fact = { type: 'device-restored', data: { deviceId: 'd1', to: 'IN_PROGRESS' } };
    expect(device(started, scrapped, restored)).toMatchObject({ status: 'IN_PROGRESS', assignee_id: 'tess' });
  });

  test('is back in Intake when it is taken in again or its repair is reopened', () => {
    const reopened: Fact = { type: 'repair-reopened', data: { ...ids, repairId: 'r2', openedAt } };
    expect(device(started, completed(), again)).toMatchObject({ status: 'INTAKE', assignee_id: 'tom' });
    expect(device(started, completed(), reopened)).toMatchObject({ status: 'INTAKE', assignee_id: 'tess' });
  });
});
