import type { Kysely } from 'kysely';
import type { TechnicianRow } from '@repairline/messaging/people/technicians';
import type { BilledDeviceRow } from './billed-devices';
import type { BillingItemRow } from './billing-items';

export interface Tables {
  billing_items: BillingItemRow;
  billed_devices: BilledDeviceRow;
  technicians: TechnicianRow;
}

/** On the pool, or on a transaction. */
export type Database = Kysely<Tables>;
