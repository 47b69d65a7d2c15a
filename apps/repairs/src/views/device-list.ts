import { foldForSearch } from '@repairline/contracts/folded-text';
import { priorities, type Priority } from '@repairline/contracts/priority';
import {
  isShown,
  type DeviceEvent,
  type RepairsEvent,
  type ShownDeviceEvent,
} from '@repairline/contracts/repairs/events';
import type { DeviceStatus } from '@repairline/contracts/repairs/views';
import { assetNumberKey } from '@repairline/contracts/text';
import type { EventEnvelope } from '@repairline/contracts/event';
import { defineView } from '@repairline/projections/view';
import { highestOf } from '../domain/device';

/** A device as the list and its own page show it, with the columns the list is ordered and searched by. */
export interface DeviceListRow {
  device_id: string;
  asset_number: string;
  asset_number_key: string;
  school: string;
  model: string;
  status: DeviceStatus;
  priority: Priority;
  /** The highest priority among the current repair's entries since the device's own was last changed. */
  entry_priority: Priority | null;
  /** The rank of the higher of the two: 0 is High. */
  priority_rank: number;
  assignee_id: string | null;
  student_name: string | null;
  initial_issue: string | null;
  notes: string | null;
  entry_issue: string | null;
  latest_issue: string;
  search: string;
  created_at: string;
  updated_at: string;
  /** `updated_at` in milliseconds, negated. */
  newest_first: number;
  /** The position of the event that last changed the row. Processes of 0.1.0 read it, which an upgrade leaves running. */
  position: number;
}

/** How many devices there are for each combination of what lists are filtered by. */
export type DeviceListCounts = Pick<DeviceListRow, 'school' | 'status' | 'priority_rank'> & { rows: number };

const order = 'priority_rank, newest_first, asset_number_key';

/** The time of the last change, negated so that the whole order ascends and one row comparison finds a page. */
export const newestFirst = (updatedAt: string): number => -Date.parse(updatedAt);

const word = 'text not null';

export const deviceList = defineView<DeviceListRow, RepairsEvent>({
  name: 'device-list',
  version: 6,
  table: 'device_list',
  key: 'device_id',
  columns: {
    device_id: 'uuid',
    asset_number: word,
    asset_number_key: 'text collate "C" not null',
    school: word,
    model: word,
    status: word,
    priority: word,
    entry_priority: 'text',
    priority_rank: 'smallint not null',
    assignee_id: 'text',
    student_name: 'text',
    initial_issue: 'text',
    notes: 'text',
    entry_issue: 'text',
    latest_issue: word,
    search: word,
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
    newest_first: 'bigint not null',
    position: 'bigint not null',
  },
  countedBy: ['school', 'status', 'priority_rank'],
  // Not unique by number: two devices may trade numbers within one batch of events. The claims keep numbers unique.
  indexes: [
    'create index device_list_asset_number on device_list (asset_number_key, device_id) include (status)',
    `create index device_list_order on device_list (${order}) include (status)`,
    `create index device_list_status on device_list (status, ${order})`,
    `create index device_list_school on device_list (school, ${order}) include (status)`,
    `create index device_list_assignee on device_list (assignee_id, ${order}) include (status)`,
    'create index device_list_search on device_list using gin (search gin_trgm_ops)',
  ],
  rowsOf: (event) => (isShown(event) ? [event.data.deviceId] : []),
  project: (row, envelope) => (isShown(envelope.event) ? projected(row, envelope, envelope.event) : row),
  onPoison: 'stop',
});

type Facts = Omit<
  DeviceListRow,
  'asset_number_key' | 'priority_rank' | 'latest_issue' | 'search' | 'updated_at' | 'newest_first' | 'position'
>;

/** What an intake sets anew on a device that comes back: everything except its identity and creation time. */
type ToldAgain = Omit<Facts, 'device_id' | 'asset_number' | 'created_at'>;

function projected(
  row: DeviceListRow | undefined,
  { occurredAt, position }: EventEnvelope<RepairsEvent>,
  event: ShownDeviceEvent,
): DeviceListRow | undefined {
  const at = occurredAt.toISOString();
  const facts = event.type === 'DeviceTakenIn' ? takenIn(event.data, at) : row && { ...row, ...changed(row, event) };
  if (!facts) return undefined;
  const updated = row && row.updated_at > at ? row.updated_at : at;
  const latest = facts.entry_issue ?? facts.initial_issue ?? '';
  return {
    ...facts,
    asset_number_key: assetNumberKey(facts.asset_number),
    priority_rank: priorities.indexOf(highestOf(facts.priority, facts.entry_priority) ?? facts.priority),
    latest_issue: latest,
    search: foldForSearch([facts.asset_number, facts.student_name ?? '', facts.model, latest].join('\n')),
    updated_at: updated,
    newest_first: newestFirst(updated),
    position,
  };
}

function takenIn(data: Extract<DeviceEvent, { type: 'DeviceTakenIn' }>['data'], at: string): Facts {
  return {
    device_id: data.deviceId,
    asset_number: data.assetNumber,
    school: data.school,
    model: data.model,
    status: 'INTAKE',
    priority: data.priority,
    entry_priority: null,
    assignee_id: data.assigneeId,
    student_name: data.studentName,
    initial_issue: data.initialIssue,
    notes: data.notes,
    entry_issue: null,
    created_at: at,
  };
}

/** Entries of the previous repair do not count for a new one. */
const newRepair = { status: 'INTAKE', entry_priority: null, entry_issue: null } as const;

function changed(row: DeviceListRow, event: Exclude<ShownDeviceEvent, { type: 'DeviceTakenIn' }>): Partial<Facts> {
  switch (event.type) {
    case 'DeviceTakenInAgain': {
      const { school, model, priority, assigneeId, studentName, initialIssue, notes } = event.data;
      const typed = { student_name: studentName, initial_issue: initialIssue, notes };
      return { ...newRepair, school, model, priority, assignee_id: assigneeId, ...typed } satisfies ToldAgain;
    }
    case 'RepairReopened':
      return { ...newRepair, initial_issue: null };
    case 'WorkStarted':
      return { status: 'IN_PROGRESS', assignee_id: event.data.assigneeId };
    case 'RepairLogged':
      return withEntry(row, event.data);
    case 'RepairCompleted':
      return { status: 'COMPLETED', ...withEntry(row, event.data) };
    case 'DeviceAssigned':
      return { assignee_id: event.data.assigneeId };
    case 'DeviceUnassigned':
      return { assignee_id: null };
    case 'DevicePrioritized':
      return { priority: event.data.priority, entry_priority: null };
    case 'DeviceMovedToSchool':
      return { school: event.data.school };
    case 'ModelCorrected':
      return { model: event.data.model };
    case 'StudentRecorded':
      return { student_name: event.data.studentName };
    case 'InitialIssueCorrected':
      return { initial_issue: event.data.initialIssue };
    case 'NotesRewritten':
      return { notes: event.data.notes };
    case 'AssetNumberChanged':
      return { asset_number: event.data.to };
    case 'PersonalDataErased':
      return { student_name: null, initial_issue: null, notes: null, entry_issue: null };
    case 'DeviceScrapped':
      return { status: 'PARTS' };
    case 'DeviceRestored':
      return { status: event.data.to };
    default:
      return unknownEvent(event);
  }
}

function withEntry(row: DeviceListRow, entry: { issue: string | null; priority: Priority | null }): Partial<Facts> {
  return { entry_issue: entry.issue, entry_priority: highestOf(row.entry_priority, entry.priority) };
}

/** The other events concern claims of numbers or people's work sessions. */

function unknownEvent(_event: never): Partial<Facts> {
  return {};
}
