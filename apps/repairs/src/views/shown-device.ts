import { priorities } from '@repairline/contracts/priority';
import type { Device } from '@repairline/contracts/repairs/views';
import { shownName } from '@repairline/projections/technicians';
import type { Filtered } from './device-filters';
import type { DeviceListRow } from './device-list';

const SHOWN = [
  ...(['device_id', 'asset_number', 'school', 'model', 'status', 'priority', 'priority_rank'] as const),
  ...(['assignee_id', 'student_name', 'initial_issue', 'notes', 'latest_issue', 'created_at', 'updated_at'] as const),
] as const satisfies readonly (keyof DeviceListRow)[];
export type ShownRow = Pick<DeviceListRow, (typeof SHOWN)[number]> & { assignee: string | null };

export function withAssignee(devices: Filtered) {
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
