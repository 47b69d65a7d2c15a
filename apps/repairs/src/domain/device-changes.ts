import { refusal } from '@repairline/contracts/domain-error';
import { changedMeanwhile } from '@repairline/contracts/changed-meanwhile';
import { WORK_STARTED } from '@repairline/contracts/issues';
import type { Priority } from '@repairline/contracts/priority';
import type { DeviceEvent } from '@repairline/contracts/repairs/events';
import { highestOf, type DeviceFacts, type KnownDevice } from './device';
import type { CorrectDevice, ExpectedFacts, GivenFacts, StartWork } from './device.decider';
import { stepNotAllowed } from './refusals';

/** Each fact that differs from the present one becomes an event of its own; a start of work comes last. */
export function startWork({ facts, expected, ...command }: StartWork, state: KnownDevice): DeviceEvent[] {
  switch (state.status) {
    case 'INTAKE':
      checkExpected(expected, facts, state);
      return [...corrected(facts, state), ...prioritized(facts, state), ...started(command, facts, state)];
    case 'IN_PROGRESS': {
      const { assigneeId } = state.facts;
      const isOwn = assigneeId === command.callerId || assigneeId === facts.assigneeId;
      return correctDevice({ facts: isOwn ? facts : independentOfStart(facts), expected }, state);
    }
    case 'COMPLETED':
      throw stepNotAllowed(state.status, 'IN_PROGRESS');
    case 'PARTS':
      throw refusal('device_deprovisioned');
    default:
      throw new Error(`Unknown: ${JSON.stringify(state satisfies never)}`);
  }
}

export function correctDevice(
  { facts, expected, status }: Omit<CorrectDevice, 'type'>,
  state: KnownDevice,
): DeviceEvent[] {
  if (status !== undefined && status !== state.status) {
    throw state.status === 'PARTS' ? refusal('device_deprovisioned') : stepNotAllowed(state.status, status);
  }
  checkExpected(expected, facts, state);
  return [...corrected(facts, state), ...prioritized(facts, state), ...reassigned(facts, state)];
}

export function assignDevice(
  { assigneeId, expected }: { assigneeId: string | null; expected?: ExpectedFacts },
  state: KnownDevice,
): DeviceEvent[] {
  checkExpected(expected, { assigneeId }, state);
  return reassigned({ assigneeId }, state);
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
function checkExpected(expected: ExpectedFacts = {}, changes: GivenFacts, { facts }: KnownDevice): void {
  const now = { ...facts, highestPriority: shownPriority(facts) };
  const replacing = { ...changes, highestPriority: changes.priority };
  const unseen = (Object.keys(shownFields) as (keyof typeof shownFields)[]).filter((name) => {
    const present = now[name] ?? '';
    const isReplaced = replacing[name] !== undefined && (replacing[name] ?? '') !== present;
    return isReplaced && expected[name] !== undefined && (expected[name] ?? '') !== present;
  });
  if (unseen.length > 0) throw changedMeanwhile(unseen.map((name) => shownFields[name]));
}

/**
 * What still holds if somebody else has started work first: school, issue and priority were chosen before that person's
 * could be seen.
 */
function independentOfStart({ assetNumber, model, studentName, notes }: GivenFacts): GivenFacts {
  return { assetNumber, model, studentName, notes };
}

function started(
  { callerId, logId }: Pick<StartWork, 'callerId' | 'logId'>,
  changes: GivenFacts,
  { facts }: KnownDevice,
): DeviceEvent[] {
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

function corrected(changes: GivenFacts, { facts }: KnownDevice): DeviceEvent[] {
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
function prioritized({ priority }: GivenFacts, { facts }: KnownDevice): DeviceEvent[] {
  if (priority === undefined) return [];
  if (priority === facts.priority && priority === shownPriority(facts)) return [];
  return [{ type: 'DevicePrioritized', data: { deviceId: facts.deviceId, priority } }];
}

function shownPriority({ priority, repair }: DeviceFacts): Priority {
  return highestOf(priority, repair.entryPriority) ?? priority;
}

function reassigned({ assigneeId }: GivenFacts, { facts }: KnownDevice): DeviceEvent[] {
  const { deviceId } = facts;
  if (!differs(assigneeId, facts.assigneeId)) return [];
  if (assigneeId === null) return [{ type: 'DeviceUnassigned', data: { deviceId } }];
  return [{ type: 'DeviceAssigned', data: { deviceId, assigneeId } }];
}

function differs<Value>(value: Value | undefined, present: Value): value is Value {
  return value !== undefined && value !== present;
}
