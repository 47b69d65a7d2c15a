import type { EventEnvelope } from '@repairline/contracts/event';
import type { DeviceEvent } from '@repairline/contracts/repairs/events';
import { historyOf } from './device-history';

const ofDevice = { deviceId: 'd1' };
const ofRepair = { ...ofDevice, repairId: 'r1' };
const openedAt = '2026-09-01T08:00:00.000Z';
const takenIn: DeviceEvent = {
  type: 'DeviceTakenIn',
  data: {
    ...{ ...ofRepair, openedAt, assetNumber: 'CB-1', school: 'SHS', model: '', priority: 'Low', assigneeId: null },
    ...{ studentName: 'Ada', initialIssue: 'Screen', notes: null },
  },
};
const started: DeviceEvent = { type: 'WorkStarted', data: { ...ofRepair, assigneeId: 'u1' } };
const entry = { ...ofRepair, logId: 'l1', issue: 'Hinge', actions: null, comments: null, technicianId: 'u1' };
const logged: DeviceEvent = { type: 'RepairLogged', data: { ...entry, priority: 'High' } };
const completed: DeviceEvent = {
  type: 'RepairCompleted',
  data: { ...entry, logId: 'l2', priority: null, from: 'IN_PROGRESS', openedAt },
};
const moved: DeviceEvent = { type: 'DeviceMovedToSchool', data: { ...ofDevice, school: 'HLE' } };
const modelled: DeviceEvent = { type: 'ModelCorrected', data: { ...ofDevice, model: 'C433' } };
const erased: DeviceEvent = { type: 'PersonalDataErased', data: { ...ofDevice, logIds: ['l1'], repairIds: ['r1'] } };
const abandoned: DeviceEvent = {
  type: 'AssetNumberChangeAbandoned',
  data: { ...ofDevice, assetNumber: 'CB-2' },
};

/** Each list holds the events of one command, recorded a minute after the previous command. */
function stream(...commands: DeviceEvent[][]): EventEnvelope<DeviceEvent>[] {
  const events = commands.flatMap((events, command) => events.map((event) => ({ event, command })));
  return events.map(({ event, command }, index) => ({
    ...{ id: `e${index}`, stream: 'device-d1', streamVersion: index + 1, position: 10 + index, event, version: 1 },
    ...{ occurredAt: new Date(Date.UTC(2026, 8, 1, 8, command)), recordedAt: new Date(0), correlationId: 'test' },
    ...{ actor: { userId: 'u1', name: 'Ada Admin' }, causationId: `c${command}`, batchId: null },
  }));
}

const kinds = (...commands: DeviceEvent[][]) => historyOf(stream(...commands)).map(({ kind }) => kind);

test('the events of one command are one step, named after the most telling of them', () => {
  const steps = historyOf(stream([takenIn], [started, logged], [moved, modelled]));
  expect(steps).toEqual([
    {
      ...{ position: 10, occurredAt: new Date('2026-09-01T08:00Z'), actor: { userId: 'u1', name: 'Ada Admin' } },
      ...{ kind: 'taken-in', entry: null },
      changes: [
        { fact: 'barcodeNumber', from: null, to: 'CB-1' },
        { fact: 'status', from: null, to: 'INTAKE' },
        { fact: 'priority', from: null, to: 'Low' },
        { fact: 'school', from: null, to: 'SHS' },
        { fact: 'studentName', from: null, to: 'Ada' },
        { fact: 'initialIssue', from: null, to: 'Screen' },
      ],
    },
    {
      ...{ position: 12, occurredAt: new Date('2026-09-01T08:01Z'), actor: { userId: 'u1', name: 'Ada Admin' } },
      ...{ kind: 'work-started', entry: logged },
      changes: [
        { fact: 'status', from: 'INTAKE', to: 'IN_PROGRESS' },
        { fact: 'priority', from: 'Low', to: 'High' },
        { fact: 'assignedTo', from: null, to: 'u1' },
      ],
    },
    {
      ...{ position: 14, occurredAt: new Date('2026-09-01T08:02Z'), actor: { userId: 'u1', name: 'Ada Admin' } },
      ...{ kind: 'changed', entry: null },
      changes: [
        { fact: 'school', from: 'SHS', to: 'HLE' },
        { fact: 'model', from: null, to: 'C433' },
      ],
    },
  ]);
});

test('each step in the course of a repair has its own kind', () => {
  const reopened: DeviceEvent = { type: 'RepairReopened', data: { ...ofRepair, openedAt } };
  const again: DeviceEvent = { type: 'DeviceTakenInAgain', data: { ...takenIn.data, repairId: 'r2' } };
  const scrapped: DeviceEvent = { type: 'DeviceScrapped', data: { ...ofDevice, from: 'COMPLETED' } };
  const restored: DeviceEvent = { type: 'DeviceRestored', data: { ...ofDevice, to: 'COMPLETED' } };
  expect(
    kinds([takenIn, logged], [completed], [reopened, logged], [completed], [again], [scrapped], [restored], [logged]),
  ).toEqual([
    ...['taken-in', 'repair-completed', 'repair-reopened', 'repair-completed', 'taken-in-again'],
    ...['deprovisioned', 'restored', 'repair-logged'],
  ]);
});

test('a change without effect and an abandoned renumbering are left out', () => {
  expect(kinds([takenIn], [abandoned], [{ ...moved, data: { ...moved.data, school: 'SHS' } }])).toEqual(['taken-in']);
});

test('an erasure that was recorded several times is one step', () => {
  expect(kinds([takenIn], [erased], [erased], [logged])).toEqual(['taken-in', 'personal-data-erased', 'repair-logged']);
});

test('an import that records a device’s past in one command is split into the original steps', () => {
  const [taken, begun] = stream([takenIn], [started, logged]);
  const imported = stream([takenIn], [started, logged]).map((envelope) => ({ ...envelope, causationId: 'import' }));
  expect(historyOf(imported).map(({ kind, occurredAt }) => [kind, occurredAt])).toEqual([
    ['taken-in', taken?.occurredAt],
    ['work-started', begun?.occurredAt],
  ]);
});
