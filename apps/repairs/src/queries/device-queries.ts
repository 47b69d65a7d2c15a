import { refusal } from '@repairline/contracts/domain-error';
import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import { schoolCode, type School } from '@repairline/contracts/district';
import type {
  DeviceStatsQuery,
  GetDevice,
  GetRepairLogs,
  ListDeviceHistory,
  ListDeviceLogs,
  ListDevices,
  ListRepairLogs,
  RecentActivity,
} from '@repairline/contracts/repairs/calls';
import { requireActor } from '@repairline/messaging/context';
import type { Views } from '@repairline/projections/following/run-views';
import { readDevice, type RepairsStore } from '../commands/device-stream';
import { historyOf } from '../domain/device-history';
import { deviceElsewhere } from '../domain/refusals';
import { historyPage } from './history-page';
import { listDevices as devicesPage } from '../views/device-pages';
import { readStats } from '../views/device-stats';
import { getDevice as findDevice, getDeviceById } from '../views/devices-by-key';
import {
  listDeviceLogs as deviceLogsPage,
  listRepairLogs as logsPage,
  recentActivity,
  repairLogs,
  repairLogsById,
} from '../views/repair-logs';
import type { Database } from '../views/tables';

/** What queries depend on. */
export interface QueryDeps {
  store: RepairsStore;
  db: Database;
  views: Pick<Views, 'shows'>;
  schools: readonly School[];
}

/** Deprovisioned devices appear only in an Admin's lists. */
export function listDevices(
  { db, schools }: QueryDeps,
  { school, ...filters }: ParsedInput<typeof ListDevices>,
  context: CallContext,
): Promise<CallOutput<typeof ListDevices>> {
  const { role } = requireActor(context);
  const code = school === undefined ? undefined : (schoolCode(schools, school) ?? school);
  return devicesPage(db, { ...filters, school: code, withScrapped: role === 'Admin' });
}

export async function getDevice(
  { db }: QueryDeps,
  { assetNumber, deviceId }: ParsedInput<typeof GetDevice>,
  context: CallContext,
): Promise<CallOutput<typeof GetDevice>> {
  requireActor(context);
  const device = await findDevice(db, assetNumber);
  if (deviceId !== undefined && device?.id !== deviceId) {
    const meant = await getDeviceById(db, deviceId);
    throw deviceElsewhere(assetNumber, meant?.barcodeNumber ?? null, device !== null);
  }
  if (!device) throw refusal('device_not_found');
  return device;
}

export async function listDeviceLogs(
  deps: QueryDeps,
  { assetNumber, ...page }: ParsedInput<typeof ListDeviceLogs>,
  context: CallContext,
): Promise<CallOutput<typeof ListDeviceLogs>> {
  const { id } = await getDevice(deps, { assetNumber }, context);
  return deviceLogsPage(deps.db, id, page);
}

/** Read from the log itself, so that it covers the time before the feature existed. */
export async function listDeviceHistory(
  deps: QueryDeps,
  { assetNumber, ...page }: ParsedInput<typeof ListDeviceHistory>,
  context: CallContext,
): Promise<CallOutput<typeof ListDeviceHistory>> {
  const { id } = await getDevice(deps, { assetNumber }, context);
  const { history } = await readDevice(deps.store, id);
  return historyPage(deps.db, historyOf(history), page);
}

export async function listRepairLogs(
  { db }: QueryDeps,
  filters: ParsedInput<typeof ListRepairLogs>,
  context: CallContext,
): Promise<CallOutput<typeof ListRepairLogs>> {
  requireActor(context);
  return logsPage(db, filters);
}

/** For other services, which ask as themselves, possibly about events that the views here do not show yet. */
export async function getRepairLogs(
  { db, store, views }: QueryDeps,
  { logIds, shownUpTo }: ParsedInput<typeof GetRepairLogs>,
): Promise<CallOutput<typeof GetRepairLogs>> {
  await views.shows(repairLogs.name, shownUpTo);
  const logs = await repairLogsById(db, logIds);
  const numberOf = async (deviceId: string) => {
    const { state } = await readDevice(store, deviceId);
    if (state.status === 'none') throw refusal('device_not_found');
    return state.facts.assetNumber;
  };
  return Promise.all(
    logs.map(async (log) => ({ ...log, barcodeNumber: log.barcodeNumber ?? (await numberOf(log.deviceId)) })),
  );
}

export async function listRecentActivity(
  { db }: QueryDeps,
  context: CallContext,
): Promise<CallOutput<typeof RecentActivity>> {
  requireActor(context);
  return recentActivity(db);
}

export async function countDevices(
  { db }: QueryDeps,
  context: CallContext,
): Promise<CallOutput<typeof DeviceStatsQuery>> {
  requireActor(context);
  const { INTAKE, IN_PROGRESS, COMPLETED, PARTS } = await readStats(db);
  return { intake: INTAKE, inProgress: IN_PROGRESS, completed: COMPLETED, parts: PARTS };
}
