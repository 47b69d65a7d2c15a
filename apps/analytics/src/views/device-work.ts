import type { DeviceStatus } from '@repairline/contracts/repairs/views';
import { defineView } from '@repairline/projections/view';
import type { Fact } from '../facts';

/** The status of each device, and its assignee. */
export interface DeviceWorkRow {
  device_id: string;
  status: DeviceStatus;
  assignee_id: string | null;
}

export const deviceWork = defineView<DeviceWorkRow, Fact>({
  name: 'device-work',
  version: 4,
  table: 'device_work',
  key: 'device_id',
  columns: { device_id: 'text', status: 'text not null', assignee_id: 'text' },
  indexes: [`create index device_work_in_progress on device_work (assignee_id) where status = 'IN_PROGRESS'`],
  rowsOf: (fact) => (fact.type === 'unpublished' ? [] : [fact.data.deviceId]),
  project: (row, { event }) => {
    if (event.type === 'device-taken-in' || event.type === 'device-taken-in-again') {
      const { deviceId, assigneeId } = event.data;
      return { device_id: deviceId, status: 'INTAKE', assignee_id: assigneeId };
    }
    return row && { ...row, ...changeOf(event) };
  },
  onPoison: 'stop',
});

function changeOf(fact: Fact): Partial<DeviceWorkRow> {
  switch (fact.type) {
    case 'repair-reopened':
      return { status: 'INTAKE' };
    case 'work-started':
      return { status: 'IN_PROGRESS', assignee_id: fact.data.assigneeId };
    case 'repair-completed':
      return { status: 'COMPLETED' };
    case 'device-assigned':
      return { assignee_id: fact.data.assigneeId };
    case 'device-unassigned':
      return { assignee_id: null };
    case 'device-scrapped':
      return { status: 'PARTS' };
    case 'device-restored':
      return { status: fact.data.to };
    default:
      return {};
  }
}
