import type { Kysely } from 'kysely';
import type { TechnicianRow } from '@repairline/messaging/people/technicians';
import type { CompletedRepairRow } from './completed-repairs';
import type { DeviceWorkRow } from './device-work';
import type { RepairIssuesRow } from './repair-issues';

export interface Tables {
  completed_repairs: CompletedRepairRow;
  device_work: DeviceWorkRow;
  repair_issues: RepairIssuesRow;
  technicians: TechnicianRow;
}

export type Database = Kysely<Tables>;
