import type { Device } from '@repairline/contracts/repairs/views';
import { assetNumberKey } from '@repairline/contracts/texts/text';
import { isOneOf, plannedOnce } from '@repairline/postgres/queries/kysely-on';
import { canBeStored } from '@repairline/postgres/queries/search-text';
import { toDevice, withAssignee } from './device-list';
import type { Database } from './tables';

export async function getDevice(db: Database, assetNumber: string): Promise<Device | null> {
  if (!canBeStored(assetNumber)) return null;
  const row = await shown(db).where('asset_number_key', '=', assetNumberKey(assetNumber)).executeTakeFirst();
  return row ? toDevice(row) : null;
}

export async function getDeviceById(db: Database, deviceId: string): Promise<Device | null> {
  const row = await shown(db).where('device_id', '=', deviceId).executeTakeFirst();
  return row ? toDevice(row) : null;
}

export async function devicesById(db: Database, deviceIds: readonly string[]): Promise<Device[]> {
  if (deviceIds.length === 0) return [];
  const rows = await shown(db)
    .where(isOneOf('device_id', deviceIds, 'uuid'))
    .execute();
  return rows.map(toDevice);
}

/** The current asset numbers of devices, by id. */
export async function assetNumbersOf(db: Database, deviceIds: readonly string[]): Promise<Map<string, string>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await plannedOnce(db)
    .selectFrom('device_list')
    .select(['device_id', 'asset_number'])
    .where(isOneOf('device_id', deviceIds, 'uuid'))
    .execute();
  return new Map(rows.map(({ device_id, asset_number }) => [device_id, asset_number]));
}

const shown = (db: Database) => withAssignee(plannedOnce(db).selectFrom('device_list'));
