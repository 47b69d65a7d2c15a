import type { BillingEvent } from '@repairline/contracts/billing/events';
import { foldForSearch } from '@repairline/contracts/texts/folded-text';
import { isOneOf, plannedOnce } from '@repairline/postgres/queries/kysely-on';
import { defineView } from '@repairline/projections/view';
import type { Database } from './tables';

/** The current number and notes of the devices that billing knows. */
export interface BilledDeviceRow {
  device_id: string;
  asset_number: string;
  search: string;
  notes: string;
}

export const billedDevices = defineView<BilledDeviceRow, BillingEvent>({
  name: 'billed-devices',
  version: 3,
  table: 'billed_devices',
  key: 'device_id',
  columns: { device_id: 'text', asset_number: 'text not null', search: 'text not null', notes: 'text not null' },
  indexes: ['create index billed_devices_search on billed_devices using gin (search gin_trgm_ops)'],
  rowsOf: (event) => (isOfDevice(event) ? [event.data.deviceId] : []),
  project: (row, { event }) => {
    if (!isOfDevice(event)) return row;
    if (event.type === 'BilledDeviceErased') return row && { ...row, notes: '' };
    const { deviceId, assetNumber } = event.data;
    // A command that writes notes may have looked the number up before a renumbering that is known here already.
    const number = event.type === 'BillingNotesWritten' ? (row?.asset_number ?? assetNumber) : assetNumber;
    const notes = event.type === 'BillingNotesWritten' ? (event.data.notes ?? '') : (row?.notes ?? '');
    return { device_id: deviceId, asset_number: number, search: foldForSearch(number), notes };
  },
  onPoison: 'stop',
});

type OfDevice = Extract<
  BillingEvent,
  { type: 'BillingItemOpened' | 'BillingNotesWritten' | 'BilledDeviceRenumbered' | 'BilledDeviceErased' }
>;

function isOfDevice(event: BillingEvent): event is OfDevice {
  return event.type !== 'BillingItemSent' && event.type !== 'BillingItemReturnedToPending';
}

/** Notes by device id; devices without notes are left out. */
export async function notesOf(db: Database, deviceIds: readonly string[]): Promise<Record<string, string>> {
  if (deviceIds.length === 0) return {};
  const rows = await plannedOnce(db)
    .selectFrom('billed_devices')
    .select(['device_id', 'notes'])
    .where(isOneOf('device_id', deviceIds, 'text'))
    .where('notes', '<>', '')
    .execute();
  return Object.fromEntries(rows.map(({ device_id, notes }) => [device_id, notes]));
}

/** The current asset numbers of devices, by id. */
export async function assetNumbersOf(db: Database, deviceIds: readonly string[]): Promise<Map<string, string>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await plannedOnce(db)
    .selectFrom('billed_devices')
    .select(['device_id', 'asset_number'])
    .where(isOneOf('device_id', deviceIds, 'text'))
    .execute();
  return new Map(rows.map(({ device_id, asset_number }) => [device_id, asset_number]));
}
