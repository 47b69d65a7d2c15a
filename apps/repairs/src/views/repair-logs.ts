import { sql, type SelectQueryBuilder } from 'kysely';
import type { Page } from '@repairline/contracts/page';
import type { Priority } from '@repairline/contracts/priority';
import type { RepairsEvent } from '@repairline/contracts/repairs/events';
import type { RecentActivityItem, RepairLog } from '@repairline/contracts/repairs/views';
import { defineView } from '@repairline/projections/view';
import { isOneOf, plannedOnce } from '@repairline/postgres/queries/kysely-on';
import { placeInTime, readCursor, writeCursor } from '@repairline/postgres/queries/cursor';
import { comparableMoment } from '@repairline/postgres/moments';
import { readStats } from './device-stats';
import type { Database, Tables } from './tables';
import { findTechnicians, shownName } from '@repairline/messaging/people/technicians';

/** Entries of all timelines. They hold devices and people by id, so that a new number or name shows here too. */
export interface RepairLogRow {
  log_id: string;
  device_id: string;
  repair_id: string;
  happened_at: string;
  recorded_at: string;
  position: number;
  issue: string | null;
  actions: string | null;
  comments: string | null;
  technician_id: string | null;
  priority: Priority | null;
  completed: boolean;
}

export const repairLogs = defineView<RepairLogRow, RepairsEvent>({
  name: 'repair-logs',
  version: 2,
  table: 'repair_logs',
  key: 'log_id',
  columns: {
    log_id: 'uuid',
    device_id: 'uuid not null',
    repair_id: 'uuid not null',
    happened_at: 'timestamptz not null',
    recorded_at: 'timestamptz not null',
    position: 'bigint not null',
    issue: 'text',
    actions: 'text',
    comments: 'text',
    technician_id: 'text',
    priority: 'text',
    completed: 'boolean not null',
  },
  indexes: [
    'create index repair_logs_timeline on repair_logs (device_id, happened_at, position)',
    'create index repair_logs_newest on repair_logs (happened_at, position) include (completed)',
    'create index repair_logs_technician on repair_logs (technician_id, happened_at, position) include (completed)',
  ],
  rowsOf: (event) => {
    if (event.type === 'PersonalDataErased') return event.data.logIds;
    return isEntry(event) ? [event.data.logId] : [];
  },
  project: (row, { event, occurredAt, recordedAt, position }) => {
    if (event.type === 'PersonalDataErased') return row && { ...row, issue: null, actions: null, comments: null };
    if (!isEntry(event)) return row;
    const { logId, deviceId, repairId, issue, actions, comments, technicianId, priority } = event.data;
    return {
      log_id: logId,
      device_id: deviceId,
      repair_id: repairId,
      happened_at: occurredAt.toISOString(),
      recorded_at: recordedAt.toISOString(),
      position,
      issue,
      actions,
      comments,
      technician_id: technicianId,
      priority,
      completed: event.type === 'RepairCompleted',
    };
  },
  onPoison: 'stop',
});

function isEntry(event: RepairsEvent): event is Extract<RepairsEvent, { type: 'RepairLogged' | 'RepairCompleted' }> {
  return event.type === 'RepairLogged' || event.type === 'RepairCompleted';
}

export interface LogPageRequest {
  technician?: string | undefined;
  completed?: boolean | undefined;
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Oldest first. */
export async function listDeviceLogs(
  db: Database,
  deviceId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Page<RepairLog>> {
  const after = cursor === undefined ? null : readCursor(placeInTime, cursor);
  const ofDevice = db.selectFrom('repair_logs').where('repair_logs.device_id', '=', deviceId);
  let page = shown(ofDevice)
    .orderBy('happened_at')
    .orderBy('repair_logs.position')
    .limit(limit + 1);
  if (after) page = page.where(sql<boolean>`(happened_at, repair_logs.position) > (${after.at}, ${after.position})`);
  const [rows, count] = await Promise.all([page.execute(), ofDevice.select(countAll).executeTakeFirst()]);
  return toPage(rows, limit, count?.total ?? 0);
}

/** Newest first. `from` is included, `to` is not. */
export async function listRepairLogs(db: Database, request: LogPageRequest): Promise<Page<RepairLog>> {
  const { technician, completed, from, to, cursor, limit } = request;
  const after = cursor === undefined ? null : readCursor(placeInTime, cursor);
  let matching = db.selectFrom('repair_logs');
  if (technician !== undefined) {
    const ids = (await findTechnicians(db, technician)).map(({ user_id }) => user_id);
    if (ids.length === 0) return { items: [], total: 0, next: null };
    matching = matching.where('technician_id', 'in', ids);
  }
  if (completed !== undefined) matching = matching.where('completed', '=', completed);
  if (from !== undefined) matching = matching.where('happened_at', '>=', comparableMoment(from));
  if (to !== undefined) matching = matching.where('happened_at', '<', comparableMoment(to));
  let page = newestFirst(shown(matching)).limit(limit + 1);
  if (after) page = page.where(sql<boolean>`(happened_at, repair_logs.position) < (${after.at}, ${after.position})`);
  const total = async () => {
    if (technician === undefined && from === undefined && to === undefined) return countFromStats(db, completed);
    return (await matching.select(countAll).executeTakeFirst())?.total ?? 0;
  };
  const [rows, count] = await Promise.all([page.execute(), total()]);
  return toPage(rows, limit, count);
}

export async function getRepairLog(db: Database, logId: string): Promise<RepairLog | null> {
  const row = await shown(plannedOnce(db).selectFrom('repair_logs').where('log_id', '=', logId)).executeTakeFirst();
  return row ? toRepairLog(row) : null;
}

export type FoundRepairLog = Omit<RepairLog, 'barcodeNumber'> & {
  deviceId: string;
  repairId: string;
  /** Null if the list of devices does not show the device: it has stopped, or leaves it out. */
  barcodeNumber: string | null;
};

/** In no particular order, each with its device and repair. */
export async function repairLogsById(db: Database, logIds: readonly string[]): Promise<FoundRepairLog[]> {
  if (logIds.length === 0) return [];
  const rows = await plannedOnce(db)
    .selectFrom('repair_logs')
    .where(isOneOf('log_id', logIds, 'uuid'))
    .leftJoin('device_list', 'device_list.device_id', 'repair_logs.device_id')
    .leftJoin('technicians', 'technicians.user_id', 'repair_logs.technician_id')
    .select(COLUMNS)
    .select(['device_list.asset_number', shownName.as('technician')])
    .execute();
  return rows.map((row) => ({ ...toRepairLog(row), deviceId: row.device_id, repairId: row.repair_id }));
}

export async function recentActivity(db: Database): Promise<RecentActivityItem[]> {
  const rows = await newestFirst(shown(db.selectFrom('repair_logs')))
    .limit(20)
    .execute();
  return rows.map(toRepairLog).map(({ id, barcodeNumber, issue, completed, technician, timestamp }) => ({
    id,
    barcodeNumber,
    issue,
    completed,
    technician,
    timestamp,
  }));
}

type Entries = SelectQueryBuilder<Tables, 'repair_logs', Record<never, never>>;
type ShownRow<AssetNumber = string> = RepairLogRow & { asset_number: AssetNumber; technician: string | null };

const COLUMNS = (Object.keys(repairLogs.columns) as (keyof RepairLogRow)[]).map(
  (column) => `repair_logs.${column}` as const,
);
const countAll = sql<number>`count(*)`.as('total');

function shown(entries: Entries) {
  return entries
    .innerJoin('device_list', 'device_list.device_id', 'repair_logs.device_id')
    .leftJoin('technicians', 'technicians.user_id', 'repair_logs.technician_id')
    .select(COLUMNS)
    .select(['device_list.asset_number', shownName.as('technician')]);
}

function newestFirst(page: ReturnType<typeof shown>): ReturnType<typeof shown> {
  return page.orderBy('happened_at', 'desc').orderBy('repair_logs.position', 'desc');
}

async function countFromStats(db: Database, completed: boolean | undefined): Promise<number> {
  const { logs, completed_logs } = await readStats(db);
  if (completed === undefined) return logs;
  return completed ? completed_logs : logs - completed_logs;
}

function toPage(rows: ShownRow[], limit: number, total: number): Page<RepairLog> {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const next = last ? writeCursor({ at: last.happened_at, position: last.position }) : null;
  return { items: rows.slice(0, limit).map(toRepairLog), total, next };
}

function toRepairLog<AssetNumber extends string | null>(
  row: ShownRow<AssetNumber>,
): Omit<RepairLog, 'barcodeNumber'> & { barcodeNumber: AssetNumber } {
  return {
    id: row.log_id,
    barcodeNumber: row.asset_number,
    timestamp: row.happened_at,
    issue: row.issue ?? '',
    actions: row.actions ?? '',
    technician: row.technician ?? 'Unknown',
    technicianId: row.technician_id,
    completed: row.completed,
    billingSent: false,
    comments: row.comments,
    priority: row.priority,
    createdAt: row.recorded_at,
  };
}
