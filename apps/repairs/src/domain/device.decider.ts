import { refusal } from '@repairline/contracts/domain-error';
import { REPAIR_COMPLETED, WORK_STARTED } from '@repairline/contracts/issues';
import { USUAL_PRIORITY, type Priority } from '@repairline/contracts/priority';
import type { DeviceEvent } from '@repairline/contracts/repairs/events';
import type { Device, DeviceStatus } from '@repairline/contracts/repairs/views';
import type { Decider } from '@repairline/event-store/decider';
import { evolve, initialState, type DeviceFacts, type DeviceState, type KnownDevice } from './device';
import { assignDevice, correctDevice, startWork, type shownFields } from './device-changes';
import { deviceExists } from './refusals';

/** A device that comes back keeps its values for fields left out, except the initial issue. */
export interface TakeInDevice {
  type: 'TakeInDevice';
  /** For a new device; one that comes back keeps its own id. */
  deviceId: string;
  repairId: string;
  at: Date;
  assetNumber: string;
  school: string;
  priority?: Priority;
  model?: string;
  assigneeId?: string | null;
  studentName?: string | null;
  initialIssue?: string | null;
  notes?: string | null;
  /** If given, the intake logs its initial issue as an entry, by the assignee or else the caller. */
  firstEntry?: { logId: string; callerId: string };
}

/** What is recorded about a device; fields left out stay as they are. */
export interface GivenFacts {
  assetNumber?: string;
  school?: string;
  priority?: Priority;
  model?: string;
  assigneeId?: string | null;
  studentName?: string | null;
  initialIssue?: string | null;
  notes?: string | null;
}
/** What the caller saw of them. */
export type ExpectedFacts = Partial<Pick<Device, keyof typeof shownFields>>;

/** Assigns the device to the caller unless the facts name somebody. */
export interface StartWork {
  type: 'StartWork';
  callerId: string;
  /** The id of the entry that it adds to the timeline. */
  logId: string;
  facts: GivenFacts;
  expected?: ExpectedFacts;
}

export interface CorrectDevice {
  type: 'CorrectDevice';
  facts: GivenFacts;
  expected?: ExpectedFacts;
  /** Refused if it is another than the device's. */
  status?: DeviceStatus;
}

interface Entry {
  logId: string;
  at: Date;
  actions: string | null;
  comments: string | null;
  technicianId: string | null;
  priority: Priority | null;
}
/** `repairId` is that of the repair that an entry on a completed device opens. */
export type LogEntry = Entry & { type: 'LogEntry'; repairId: string; issue: string };
/** Without an issue, that of the repair's first entry. */
export type CompleteRepair = Entry & { type: 'CompleteRepair'; issue: string | null };

export type DeviceCommand =
  | TakeInDevice
  | StartWork
  | CorrectDevice
  | { type: 'AssignDevice'; assigneeId: string | null; expected?: ExpectedFacts }
  | LogEntry
  | CompleteRepair
  | { type: 'ScrapDevice' }
  | { type: 'RestoreDevice' }
  | { type: 'ErasePersonalData'; logIds: string[]; repairIds: string[] };

export function decide(command: DeviceCommand, state: DeviceState): DeviceEvent[] {
  switch (command.type) {
    case 'TakeInDevice':
      return takeIn(command, state);
    case 'StartWork':
      return startWork(command, known(state));
    case 'CorrectDevice':
      return correctDevice(command, known(state));
    case 'AssignDevice':
      return assignDevice(command, known(state));
    case 'LogEntry':
      return logEntry(command, known(state));
    case 'CompleteRepair':
      return completeRepair(command, known(state));
    case 'ScrapDevice':
      return scrap(known(state));
    case 'RestoreDevice':
      return restore(known(state));
    case 'ErasePersonalData': {
      const { logIds, repairIds } = command;
      return [{ type: 'PersonalDataErased', data: { deviceId: known(state).facts.deviceId, logIds, repairIds } }];
    }
    default:
      return unknownCommand(command);
  }
}

export const deviceDecider: Decider<DeviceState, DeviceCommand, DeviceEvent> = { initialState, evolve, decide };

function takeIn(command: TakeInDevice, state: DeviceState): DeviceEvent[] {
  const { repairId, assetNumber, school } = command;
  const openedAt = command.at.toISOString();
  switch (state.status) {
    case 'none': {
      const { deviceId } = command;
      const data = { deviceId, repairId, openedAt, assetNumber, ...intakeFields(command, nothingYet), school };
      return [{ type: 'DeviceTakenIn', data }, ...intakeEntry(command, data)];
    }
    case 'COMPLETED': {
      const { deviceId } = state.facts;
      const former = { ...state.facts, initialIssue: null };
      const data = { deviceId, repairId, openedAt, ...intakeFields(command, former), school };
      return [{ type: 'DeviceTakenInAgain', data }, ...intakeEntry(command, data)];
    }
    case 'INTAKE':
    case 'IN_PROGRESS':
      throw deviceExists(state.status);
    case 'PARTS':
      throw refusal('device_deprovisioned');
    default:
      return unknownCommand(state);
  }
}

type IntakeFields = Pick<DeviceFacts, 'priority' | 'model' | 'assigneeId' | 'studentName' | 'initialIssue' | 'notes'>;
const nothingYet: IntakeFields = {
  ...{ priority: USUAL_PRIORITY, model: '' },
  ...{ assigneeId: null, studentName: null, initialIssue: null, notes: null },
};

function intakeFields(command: TakeInDevice, former: IntakeFields): IntakeFields {
  return {
    priority: command.priority ?? former.priority,
    model: command.model ?? former.model,
    assigneeId: command.assigneeId === undefined ? former.assigneeId : command.assigneeId,
    studentName: command.studentName ?? former.studentName,
    initialIssue: command.initialIssue ?? former.initialIssue,
    notes: command.notes ?? former.notes,
  };
}

function intakeEntry(
  { firstEntry, initialIssue: issue, repairId }: TakeInDevice,
  { deviceId, priority, assigneeId }: Pick<DeviceFacts, 'deviceId' | 'priority' | 'assigneeId'>,
): DeviceEvent[] {
  if (!firstEntry || !issue) return [];
  const { logId, callerId } = firstEntry;
  const entry = { issue, actions: null, comments: null, priority, technicianId: assigneeId ?? callerId };
  return [{ type: 'RepairLogged', data: { deviceId, repairId, logId, ...entry } }];
}

function logEntry({ repairId, at, ...command }: LogEntry, state: KnownDevice): DeviceEvent[] {
  const { deviceId, repair } = state.facts;
  switch (state.status) {
    case 'INTAKE':
    case 'IN_PROGRESS':
      return [{ type: 'RepairLogged', data: { ...entryOf(command, state), repairId: repair.repairId } }];
    case 'COMPLETED':
      return [
        { type: 'RepairReopened', data: { deviceId, repairId, openedAt: at.toISOString() } },
        { type: 'RepairLogged', data: { ...entryOf(command, state), repairId } },
      ];
    case 'PARTS':
      throw refusal('device_deprovisioned');
    default:
      return unknownCommand(state);
  }
}

function completeRepair(command: CompleteRepair, state: KnownDevice): DeviceEvent[] {
  switch (state.status) {
    case 'INTAKE':
    case 'IN_PROGRESS': {
      const { repairId, openedAt } = state.facts.repair;
      const issue = command.issue ?? issueOf(state.facts);
      const done = { ...entryOf({ ...command, issue }, state), actions: command.actions ?? REPAIR_COMPLETED };
      return [{ type: 'RepairCompleted', data: { ...done, repairId, from: state.status, openedAt } }];
    }
    case 'COMPLETED':
      throw command.issue === null && !state.facts.repair.firstEntry
        ? refusal('no_active_repair')
        : refusal('repair_already_completed');
    case 'PARTS':
      throw refusal('device_deprovisioned');
    default:
      return unknownCommand(state);
  }
}

function entryOf(
  { logId, issue, actions, comments, technicianId, priority }: Omit<Entry, 'at'> & { issue: string },
  { facts: { deviceId } }: KnownDevice,
) {
  return { deviceId, logId, issue, actions, comments, technicianId, priority };
}

/** The issue of the repair's first entry or, if that names none, one that is named elsewhere. */
function issueOf({ repair, initialIssue }: DeviceFacts): string {
  if (!repair.firstEntry) throw refusal('no_active_repair');
  const named = [repair.firstEntry.issue, repair.entryIssue, initialIssue].find(
    (text) => text && text !== WORK_STARTED,
  );
  return named ?? REPAIR_COMPLETED;
}

function scrap(state: KnownDevice): DeviceEvent[] {
  if (state.status === 'PARTS') return [];
  return [{ type: 'DeviceScrapped', data: { deviceId: state.facts.deviceId, from: state.status } }];
}

function restore(state: KnownDevice): DeviceEvent[] {
  if (state.status !== 'PARTS') return [];
  return [{ type: 'DeviceRestored', data: { deviceId: state.facts.deviceId, to: state.before } }];
}

function known(state: DeviceState): KnownDevice {
  if (state.status === 'none') throw refusal('device_not_found');
  return state;
}

function unknownCommand(command: never): never {
  throw new Error(`Unknown: ${JSON.stringify(command)}`);
}
