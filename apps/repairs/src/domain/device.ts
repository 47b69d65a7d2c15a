import { highest, type Priority } from '@repairline/contracts/priority';
import type { DeviceEvent } from '@repairline/contracts/repairs/events';
import type { DeviceStatus } from '@repairline/contracts/repairs/views';

/** What is true of a device in every status. */
export interface DeviceFacts {
  deviceId: string;
  assetNumber: string;
  school: string;
  model: string;
  priority: Priority;
  assigneeId: string | null;
  /** `studentName`, `initialIssue` and `notes` are null if never given, and once the device's key has been erased. */
  studentName: string | null;
  /** Belongs to the current repair; null when a device comes back without one. */
  initialIssue: string | null;
  notes: string | null;
  /** The current repair; on a completed device, the last one. */
  repair: Repair;
}

export interface Repair {
  repairId: string;
  openedAt: string;
  /** The highest priority among its entries since the device's own was last changed. */
  entryPriority: Priority | null;
  /** Its first entry, which does not complete it; null if it has none. */
  firstEntry: { issue: string | null } | null;
  /** The issue of its newest entry. */
  entryIssue: string | null;
}

export type InRepair = { status: 'INTAKE' | 'IN_PROGRESS'; facts: DeviceFacts };
export type Completed = { status: 'COMPLETED'; facts: DeviceFacts };
export type Deprovisioned = { status: 'PARTS'; facts: DeviceFacts; before: Exclude<DeviceStatus, 'PARTS'> };
export type KnownDevice = InRepair | Completed | Deprovisioned;
export type DeviceState = { status: 'none' } | KnownDevice;

export const initialState = (): DeviceState => ({ status: 'none' });

type Entry = Extract<DeviceEvent, { type: 'RepairLogged' }>['data'];

export function evolve(state: DeviceState, event: DeviceEvent): DeviceState {
  if (event.type === 'DeviceTakenIn') return takenIn(event.data);
  if (state.status === 'none') return state;
  const { facts } = state;
  switch (event.type) {
    case 'DeviceTakenInAgain': {
      const { repairId, openedAt, ...values } = event.data;
      return { status: 'INTAKE', facts: { ...facts, ...values, repair: newRepair(repairId, openedAt) } };
    }
    case 'RepairReopened':
      return {
        status: 'INTAKE',
        facts: { ...facts, initialIssue: null, repair: newRepair(event.data.repairId, event.data.openedAt) },
      };
    case 'WorkStarted':
      return { status: 'IN_PROGRESS', facts: { ...facts, assigneeId: event.data.assigneeId } };
    case 'RepairLogged':
      return withFacts(state, { repair: withFirstEntry(withEntry(facts.repair, event.data), event.data) });
    case 'RepairCompleted':
      return { status: 'COMPLETED', facts: { ...facts, repair: withEntry(facts.repair, event.data) } };
    case 'DeviceAssigned':
      return withFacts(state, { assigneeId: event.data.assigneeId });
    case 'DeviceUnassigned':
      return withFacts(state, { assigneeId: null });
    case 'DevicePrioritized':
      return withFacts(state, {
        priority: event.data.priority,
        repair: { ...facts.repair, entryPriority: null },
      });
    case 'DeviceMovedToSchool':
      return withFacts(state, { school: event.data.school });
    case 'ModelCorrected':
      return withFacts(state, { model: event.data.model });
    case 'StudentRecorded':
      return withFacts(state, { studentName: event.data.studentName });
    case 'InitialIssueCorrected':
      return withFacts(state, { initialIssue: event.data.initialIssue });
    case 'NotesRewritten':
      return withFacts(state, { notes: event.data.notes });
    case 'AssetNumberChanged':
      return withFacts(state, { assetNumber: event.data.to });
    case 'AssetNumberChangeAbandoned':
      return state;
    case 'DeviceScrapped':
      return { status: 'PARTS', facts, before: event.data.from === 'PARTS' ? 'COMPLETED' : event.data.from };
    case 'PersonalDataErased':
      return withFacts(state, {
        ...{ studentName: null, initialIssue: null, notes: null },
        repair: { ...facts.repair, firstEntry: facts.repair.firstEntry && { issue: null }, entryIssue: null },
      });
    case 'DeviceRestored':
      return event.data.to === 'PARTS' ? state : { status: event.data.to, facts };
    default:
      return unknownEvent(state, event);
  }
}

function takenIn(data: Extract<DeviceEvent, { type: 'DeviceTakenIn' }>['data']): DeviceState {
  const { repairId, openedAt, ...facts } = data;
  return { status: 'INTAKE', facts: { ...facts, repair: newRepair(repairId, openedAt) } };
}

function newRepair(repairId: string, openedAt: string): Repair {
  return { repairId, openedAt, firstEntry: null, entryPriority: null, entryIssue: null };
}

function withEntry(repair: Repair, { issue, priority }: Entry): Repair {
  return { ...repair, entryPriority: highestOf(repair.entryPriority, priority), entryIssue: issue };
}

function withFirstEntry(repair: Repair, { issue }: Entry): Repair {
  return { ...repair, firstEntry: repair.firstEntry ?? { issue } };
}

/** The higher of two priorities that may be absent. */
export function highestOf(one: Priority | null, other: Priority | null): Priority | null {
  return highest([one, other].filter((candidate) => candidate !== null)) ?? null;
}

function withFacts(state: KnownDevice, changed: Partial<DeviceFacts>): KnownDevice {
  return { ...state, facts: { ...state.facts, ...changed } };
}

function unknownEvent(state: DeviceState, _event: never): DeviceState {
  return state;
}
