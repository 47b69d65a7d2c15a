import type { RepairsEvent } from '@repairline/contracts/repairs/events';
import type { DeviceStatus } from '@repairline/contracts/repairs/views';
import { defineView } from '@repairline/projections/view';
import type { Database } from './tables';

/** How many devices are in each status, and how many timeline entries there are: one row. */
export interface DeviceStatsRow {
  of: string;
  INTAKE: number;
  IN_PROGRESS: number;
  COMPLETED: number;
  PARTS: number;
  logs: number;
  completed_logs: number;
}

const ALL = 'all';
const count = 'integer not null';
const none: DeviceStatsRow = { of: ALL, INTAKE: 0, IN_PROGRESS: 0, COMPLETED: 0, PARTS: 0, logs: 0, completed_logs: 0 };

export const deviceStats = defineView<DeviceStatsRow, RepairsEvent>({
  name: 'device-stats',
  version: 1,
  table: 'device_stats',
  key: 'of',
  columns: {
    of: 'text',
    INTAKE: count,
    IN_PROGRESS: count,
    COMPLETED: count,
    PARTS: count,
    logs: count,
    completed_logs: count,
  },
  indexes: [],
  rowsOf: ({ type }) => (type === 'AssetNumberClaimed' || type === 'AssetNumberReleased' ? [] : [ALL]),
  project: (row = none, { event }) => counted(row, event),
  onPoison: 'stop',
});

function counted(row: DeviceStatsRow, event: RepairsEvent): DeviceStatsRow {
  switch (event.type) {
    case 'DeviceTakenIn':
      return { ...row, INTAKE: row.INTAKE + 1 };
    case 'DeviceTakenInAgain':
    case 'RepairReopened':
      return moved(row, 'COMPLETED', 'INTAKE');
    case 'WorkStarted':
      return moved(row, 'INTAKE', 'IN_PROGRESS');
    case 'RepairLogged':
      return { ...row, logs: row.logs + 1 };
    case 'RepairCompleted':
      return moved(
        { ...row, logs: row.logs + 1, completed_logs: row.completed_logs + 1 },
        event.data.from,
        'COMPLETED',
      );
    case 'DeviceScrapped':
      return moved(row, event.data.from, 'PARTS');
    case 'DeviceRestored':
      return moved(row, 'PARTS', event.data.to);
    default:
      return row;
  }
}

function moved(row: DeviceStatsRow, from: DeviceStatus, to: DeviceStatus): DeviceStatsRow {
  const left = { ...row, [from]: row[from] - 1 };
  return { ...left, [to]: left[to] + 1 };
}

export async function readStats(db: Database): Promise<DeviceStatsRow> {
  return (await db.selectFrom('device_stats').selectAll().executeTakeFirst()) ?? none;
}
