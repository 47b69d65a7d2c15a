import { REPAIR_COMPLETED } from '@repairline/contracts/issues';
import { USUAL_PRIORITY, type Priority } from '@repairline/contracts/priority';
import type { DeviceEvent } from '@repairline/contracts/repairs/events';
import type { Device, DeviceStatus } from '@repairline/contracts/repairs/views';
import type { Decider } from '@repairline/event-store/decider';
import { evolve, initialState, type DeviceFacts, type DeviceState, type KnownDevice } from './device';
import { decideChanges, type shownFields } from './device-changes';
import { deviceDeprovisioned, deviceExists, deviceNotFound, repairAlreadyCompleted } from './refusals';

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

export interface ChangeDevice {
  type: 'ChangeDevice';
  /** Starting work assigns the device to the caller unless the command names somebody. */
  callerId: string;
  /** The id of the entry that starting work adds to the timeline. */
  logId: string;
  changes: {
    assetNumber?: string;
    school?: string;
    priority?: Priority;
    model?: string;
    assigneeId?: string | null;
    studentName?: string | null;
    initialIssue?: string | null;
    notes?: string | null;
    status?: DeviceStatus;
  };
  /** What the caller saw. */
  expected?: Partial<Pick<Device, keyof typeof shownFields>>;
}

export interface LogRepair {
  type: 'LogRepair';
  logId: string;
  /** The id of the repair that an entry on a completed device opens. */
  repairId: string;
  at: Date;
  issue: string;
  actions: string | null;
  comments: string | null;
  technicianId: string | null;
  priority: Priority | null;
  completed: boolean;
}

export type DeviceCommand =
  | TakeInDevice
  | ChangeDevice
  | LogRepair
  | { type: 'ScrapDevice' }
  | { type: 'RestoreDevice' }
  | { type: 'ErasePersonalData'; logIds: string[]; repairIds: string[] };

export function decide(command: DeviceCommand, state: DeviceState): DeviceEvent[] {
  switch (command.type) {
    case 'TakeInDevice':
      return takeIn(command, state);
    case 'ChangeDevice':
      return decideChanges(command, known(state));
    case 'LogRepair':
      return logRepair(command, known(state));
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
      return [{ type: 'DeviceTakenIn', data }, ...firstEntry(command, data)];
    }
    case 'COMPLETED': {
      const { deviceId } = state.facts;
      const kept = { ...state.facts, initialIssue: null };
      const data = { deviceId, repairId, openedAt, ...intakeFields(command, kept), school };
      return [{ type: 'DeviceTakenInAgain', data }, ...firstEntry(command, data)];
    }
    case 'INTAKE':
    case 'IN_PROGRESS':
      throw deviceExists(state.status);
    case 'PARTS':
      throw deviceDeprovisioned();
    default:
      return unknownCommand(state);
  }
}

type IntakeFields = Pick<DeviceFacts, 'priority' | 'model' | 'assigneeId' | 'studentName' | 'initialIssue' | 'notes'>;
const nothingYet: IntakeFields = {
  ...{ priority: USUAL_PRIORITY, model: '' },
  ...{ assigneeId: null, studentName: null, initialIssue: null, notes: null },
};

function intakeFields(given: TakeInDevice, otherwise: IntakeFields): IntakeFields {
  return {
    priority: given.priority ?? otherwise.priority,
    model: given.model ?? otherwise.model,
    assigneeId: given.assigneeId === undefined ? otherwise.assigneeId : given.assigneeId,
    studentName: given.studentName ?? otherwise.studentName,
    initialIssue: given.initialIssue ?? otherwise.initialIssue,
    notes: given.notes ?? otherwise.notes,
  };
}

function firstEntry(
  { firstEntry: entry, initialIssue: issue, repairId }: TakeInDevice,
  { deviceId, priority, assigneeId }: Pick<DeviceFacts, 'deviceId' | 'priority' | 'assigneeId'>,
): DeviceEvent[] {
  if (!entry || !issue) return [];
  const { logId, callerId } = entry;
  const said = { issue, actions: null, comments: null, priority, technicianId: assigneeId ?? callerId };
  return [{ type: 'RepairLogged', data: { deviceId, repairId, logId, ...said } }];
}

function logRepair(command: LogRepair, state: KnownDevice): DeviceEvent[] {
  const { logId, issue, actions, comments, technicianId, priority, completed } = command;
  const { deviceId, repair } = state.facts;
  const entry = { deviceId, logId, issue, actions, comments, technicianId, priority };
  switch (state.status) {
    case 'INTAKE':
    case 'IN_PROGRESS': {
      const { repairId, openedAt } = repair;
      if (!completed) return [{ type: 'RepairLogged', data: { ...entry, repairId } }];
      const done = { ...entry, repairId, actions: actions ?? REPAIR_COMPLETED };
      return [{ type: 'RepairCompleted', data: { ...done, from: state.status, openedAt } }];
    }
    case 'COMPLETED': {
      if (completed) throw repairAlreadyCompleted();
      const { repairId } = command;
      return [
        { type: 'RepairReopened', data: { deviceId, repairId, openedAt: command.at.toISOString() } },
        { type: 'RepairLogged', data: { ...entry, repairId } },
      ];
    }
    case 'PARTS':
      throw deviceDeprovisioned();
    default:
      return unknownCommand(state);
  }
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
  if (state.status === 'none') throw deviceNotFound();
  return state;
}

function unknownCommand(command: never): never {
  throw new Error(`Unknown: ${JSON.stringify(command)}`);
}
