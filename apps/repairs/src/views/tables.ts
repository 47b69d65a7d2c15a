import type { Kysely } from 'kysely';
import type { DeviceListCounts, DeviceListRow } from './device-list';
import type { DeviceStatsRow } from './device-stats';
import type { RepairLogRow } from './repair-logs';
import type { WorkSessionRow } from './work-sessions';
import type { TechnicianRow } from '@repairline/messaging/people/technicians';

export interface Tables {
  device_list: DeviceListRow;
  device_list_counts: DeviceListCounts;
  device_stats: DeviceStatsRow;
  repair_logs: RepairLogRow;
  technicians: TechnicianRow;
  work_sessions: WorkSessionRow;
}

/** On the pool, or on a transaction. */
export type Database = Kysely<Tables>;
