import { defineView } from '@repairline/projections/view';
import type { Fact } from '../facts';

/** Who completed each repair, when, and how long it took. */
export interface CompletedRepairRow {
  repair_id: string;
  device_id: string;
  technician_id: string | null;
  completed_at: string;
  /** Measured from the repair's opening. */
  turnaround_minutes: number;
}

export const completedRepairs = defineView<CompletedRepairRow, Fact>({
  name: 'completed-repairs',
  version: 4,
  table: 'completed_repairs',
  key: 'repair_id',
  columns: {
    repair_id: 'text',
    device_id: 'text not null',
    technician_id: 'text',
    completed_at: 'timestamptz not null',
    turnaround_minutes: 'double precision not null',
  },
  indexes: ['create index completed_repairs_by_time on completed_repairs (completed_at, device_id)'],
  rowsOf: (fact) => (fact.type === 'repair-completed' ? [fact.data.repairId] : []),
  project: (row, { event, occurredAt }) => {
    if (event.type !== 'repair-completed') return row;
    const { repairId, deviceId, technicianId, turnaroundMinutes } = event.data;
    return {
      repair_id: repairId,
      device_id: deviceId,
      technician_id: technicianId,
      completed_at: occurredAt.toISOString(),
      turnaround_minutes: turnaroundMinutes,
    };
  },
  onPoison: 'stop',
});
