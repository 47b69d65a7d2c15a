import { changedMeanwhile } from '@repairline/contracts/changed-meanwhile';
import { WORK_STARTED } from '@repairline/contracts/issues';
import type { Priority } from '@repairline/contracts/priority';
import type { DeviceEvent } from '@repairline/contracts/repairs/events';
import { highestOf, type DeviceFacts, type KnownDevice } from './device';
import type { ChangeDevice } from './device.decider';
import { deviceDeprovisioned, stepNotAllowed } from './refusals';

/** Each field that differs from the current value becomes an event of its own; the status comes last. */
export function decideChanges(command: ChangeDevice, state: KnownDevice): DeviceEvent[] {
  const { changes, expected } = command;
  const starts = startsWork(changes.status, state);
  const isLate = comesLate(command, state);
  checkExpected(expected, isLate ? withoutStart(changes) : changes, state);
  if (isLate) return correctedFields(withoutStart(changes), state);
  const fields = [...correctedFields(changes, state), ...prioritized(changes, state)];
  if (starts) return [...fields, ...startWork(command, state)];
  return [...fields, ...reassigned(changes, state)];
}

/** Fields as the device's GET has them, with their names in a change and for people. */
export const shownFields = {
  school: ['school', 'School'],
  model: ['model', 'Model'],
  highestPriority: ['priority', 'Priority'],
  assigneeId: ['assignedTo', 'Assigned To'],
  studentName: ['studentName', 'Student Name'],
  initialIssue: ['initialIssue', 'Initial Issue'],
  notes: ['notes', 'Notes'],
} as const;

/** @throws changed_meanwhile if a field would be replaced that is no longer as the caller saw it */
function checkExpected(
  expected: ChangeDevice['expected'] = {},
  changes: ChangeDevice['changes'],
  { facts }: KnownDevice,
): void {
  const now = { ...facts, highestPriority: shownPriority(facts) };
  const wanted = { ...changes, highestPriority: changes.priority };
  const unseen = (Object.keys(shownFields) as (keyof typeof shownFields)[]).filter((name) => {
    const present = now[name] ?? '';
    const isReplaced = wanted[name] !== undefined && (wanted[name] ?? '') !== present;
    return isReplaced && expected[name] !== undefined && (expected[name] ?? '') !== present;
  });
  if (unseen.length > 0) throw changedMeanwhile(unseen.map((name) => shownFields[name]));
}

/** True for a start of work, false if no status is requested or the device has it already. */
function startsWork(wanted: ChangeDevice['changes']['status'], state: KnownDevice): boolean {
  if (wanted === undefined || wanted === state.status) return false;
  if (state.status === 'PARTS') throw deviceDeprovisioned();
  if (state.status === 'INTAKE' && wanted === 'IN_PROGRESS') return true;
  throw stepNotAllowed(state.status, wanted);
}

/**
 * Somebody else has started work first. School, issue and priority of this start do not apply: they were chosen before
 * the first technician's values could be seen.
 */
function comesLate({ changes, callerId }: ChangeDevice, { status, facts }: KnownDevice): boolean {
  if (changes.status !== 'IN_PROGRESS' || status !== 'IN_PROGRESS') return false;
  return facts.assigneeId !== callerId && facts.assigneeId !== changes.assigneeId;
}

function withoutStart({ assetNumber, model, studentName, notes }: ChangeDevice['changes']): ChangeDevice['changes'] {
  return { assetNumber, model, studentName, notes };
}

function startWork({ changes, callerId, logId }: ChangeDevice, { facts }: KnownDevice): DeviceEvent[] {
  const { deviceId, repair } = facts;
  const ofRepair = { deviceId, repairId: repair.repairId };
  const assigneeId = changes.assigneeId === undefined ? callerId : changes.assigneeId;
  const known = facts.initialIssue ?? repair.entryIssue;
  const issue = (changes.initialIssue === undefined ? known : changes.initialIssue) ?? WORK_STARTED;
  const entry = { actions: null, comments: null, technicianId: callerId, priority: null };
  return [
    { type: 'WorkStarted', data: { ...ofRepair, assigneeId } },
    { type: 'RepairLogged', data: { ...ofRepair, logId, issue, ...entry } },
  ];
}

function correctedFields(changes: ChangeDevice['changes'], { facts }: KnownDevice): DeviceEvent[] {
  const { deviceId } = facts;
  const { assetNumber, school, model, studentName, initialIssue, notes } = changes;
  const events: DeviceEvent[] = [];
  if (differs(assetNumber, facts.assetNumber)) {
    events.push({ type: 'AssetNumberChanged', data: { deviceId, from: facts.assetNumber, to: assetNumber } });
  }
  if (differs(school, facts.school)) events.push({ type: 'DeviceMovedToSchool', data: { deviceId, school } });
  if (differs(model, facts.model)) events.push({ type: 'ModelCorrected', data: { deviceId, model } });
  if (differs(studentName, facts.studentName)) {
    events.push({ type: 'StudentRecorded', data: { deviceId, studentName } });
  }
  if (differs(initialIssue, facts.initialIssue)) {
    events.push({ type: 'InitialIssueCorrected', data: { deviceId, initialIssue } });
  }
  if (differs(notes, facts.notes)) events.push({ type: 'NotesRewritten', data: { deviceId, notes } });
  return events;
}

/** Setting the same priority again counts if entries have raised the device above it: that is how it is lowered. */
function prioritized({ priority }: ChangeDevice['changes'], { facts }: KnownDevice): DeviceEvent[] {
  if (priority === undefined) return [];
  if (priority === facts.priority && priority === shownPriority(facts)) return [];
  return [{ type: 'DevicePrioritized', data: { deviceId: facts.deviceId, priority } }];
}

function shownPriority({ priority, repair }: DeviceFacts): Priority {
  return highestOf(priority, repair.entryPriority) ?? priority;
}

function reassigned({ assigneeId }: ChangeDevice['changes'], { facts }: KnownDevice): DeviceEvent[] {
  const { deviceId } = facts;
  if (!differs(assigneeId, facts.assigneeId)) return [];
  if (assigneeId === null) return [{ type: 'DeviceUnassigned', data: { deviceId } }];
  return [{ type: 'DeviceAssigned', data: { deviceId, assigneeId } }];
}

function differs<Value>(wanted: Value | undefined, present: Value): wanted is Value {
  return wanted !== undefined && wanted !== present;
}
