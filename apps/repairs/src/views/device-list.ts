import type { SelectQueryBuilder } from 'kysely';
import { foldForSearch } from '@repairline/contracts/texts/folded-text';
import { priorities, type Priority } from '@repairline/contracts/priority';
import type { DeviceStatus, FactFilterName } from '@repairline/contracts/repairs/device-facts';
import { isShown, type RepairsEvent, type ShownDeviceEvent } from '@repairline/contracts/repairs/events';
import type { Device } from '@repairline/contracts/repairs/views';
import { assetNumberKey } from '@repairline/contracts/texts/text';
import type { EventEnvelope } from '@repairline/contracts/event';
import { shownName } from '@repairline/messaging/people/technicians';
import { defineView } from '@repairline/projections/view';
import { evolve, highestOf, initialState, type KnownDevice } from '../domain/device';
import type { Tables } from './tables';

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
}

/** The columns that lists are filtered by. */
export const filterColumns = {
  school: 'school',
  status: 'status',
  priority: 'priority_rank',
} as const satisfies Record<FactFilterName, keyof DeviceListRow>;
type FilterColumn = (typeof filterColumns)[FactFilterName];

/** How many devices there are for each combination of what lists are filtered by. */
export type DeviceListCounts = Pick<DeviceListRow, FilterColumn> & { rows: number };

const order = 'priority_rank, newest_first, asset_number_key';

/** The time of the last change, negated so that the whole order ascends and one row comparison finds a page. */
export const newestFirst = (updatedAt: string): number => -Date.parse(updatedAt);

const word = 'text not null';

export const deviceList = defineView<DeviceListRow, RepairsEvent>({
  name: 'device-list',
  version: 7,
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
  },
  countedBy: Object.values(filterColumns),
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

function projected(
  row: DeviceListRow | undefined,
  { occurredAt }: EventEnvelope<RepairsEvent>,
  event: ShownDeviceEvent,
): DeviceListRow | undefined {
  const state = evolve(row ? stateOf(row) : initialState(), event);
  if (state.status === 'none') return undefined;
  const at = occurredAt.toISOString();
  const updated = row && row.updated_at > at ? row.updated_at : at;
  const { assetNumber, studentName, model, initialIssue, notes, priority, repair, ...facts } = state.facts;
  const latest = repair.entryIssue ?? initialIssue ?? '';
  return {
    device_id: facts.deviceId,
    asset_number: assetNumber,
    asset_number_key: assetNumberKey(assetNumber),
    school: facts.school,
    model,
    status: state.status,
    priority,
    entry_priority: repair.entryPriority,
    priority_rank: priorities.indexOf(highestOf(priority, repair.entryPriority) ?? priority),
    assignee_id: facts.assigneeId,
    student_name: studentName,
    initial_issue: initialIssue,
    notes,
    entry_issue: repair.entryIssue,
    latest_issue: latest,
    search: foldForSearch([assetNumber, studentName ?? '', model, latest].join('\n')),
    created_at: row?.created_at ?? at,
    updated_at: updated,
    newest_first: newestFirst(updated),
  };
}

/** As much of the device's state as its row holds: its repair's ids and times and its former status are not shown. */
function stateOf(row: DeviceListRow): KnownDevice {
  const repair = { repairId: '', openedAt: '', firstEntry: null };
  const facts = {
    deviceId: row.device_id,
    assetNumber: row.asset_number,
    school: row.school,
    model: row.model,
    priority: row.priority,
    assigneeId: row.assignee_id,
    studentName: row.student_name,
    initialIssue: row.initial_issue,
    notes: row.notes,
    repair: { ...repair, entryPriority: row.entry_priority, entryIssue: row.entry_issue },
  };
  return row.status === 'PARTS' ? { status: row.status, facts, before: 'COMPLETED' } : { status: row.status, facts };
}

const SHOWN = [
  ...(['device_id', 'asset_number', 'school', 'model', 'status', 'priority', 'priority_rank'] as const),
  ...(['assignee_id', 'student_name', 'initial_issue', 'notes', 'latest_issue', 'created_at', 'updated_at'] as const),
] as const satisfies readonly (keyof DeviceListRow)[];
export type ShownRow = Pick<DeviceListRow, (typeof SHOWN)[number]> & { assignee: string | null };

export function withAssignee(devices: SelectQueryBuilder<Tables, 'device_list', Record<never, never>>) {
  return devices
    .leftJoin('technicians', 'technicians.user_id', 'device_list.assignee_id')
    .select(SHOWN.map((column) => `device_list.${column}` as const))
    .select(shownName.as('assignee'));
}

export function toDevice(row: ShownRow): Device {
  return {
    id: row.device_id,
    barcodeNumber: row.asset_number,
    school: row.school,
    model: row.model,
    status: row.status,
    priority: row.priority,
    assignedTo: row.assignee ?? '',
    assigneeId: row.assignee_id,
    studentName: row.student_name,
    initialIssue: row.initial_issue ?? '',
    notes: row.notes ?? '',
    billingNotes: '',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    highestPriority: priorities[row.priority_rank] ?? row.priority,
    latestIssue: row.latest_issue,
  };
}
