import { expressionBuilder, sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { z } from 'zod';
import { priorities, type Priority } from '@repairline/contracts/priority';
import type { Device, DeviceStatus } from '@repairline/contracts/repairs/views';
import { assetNumberKey } from '@repairline/contracts/text';
import { isOneOf, plannedOnce } from '@repairline/projections/kysely-on';
import { readCursor, writeCursor } from '@repairline/projections/cursor';
import { deviceList, newestFirst, type DeviceListRow } from './device-list';
import { canBeStored, containsText } from '@repairline/projections/search-text';
import type { Database, Tables } from './tables';
import { findTechnicians, shownName, technicianIdsContaining } from '@repairline/projections/technicians';

/** The filters and paging of a device list request. */
export interface DevicePageRequest {
  q?: string | undefined;
  school?: string | undefined;
  status?: DeviceStatus | undefined;
  priority?: Priority | undefined;
  assignedTo?: string | undefined;
  cursor?: string | undefined;
  limit: number;
  withScrapped: boolean;
  order?: 'list' | 'asset-number' | undefined;
}

export interface Page<Item> {
  items: Item[];
  total: number;
  next: string | null;
  /** The cursor of the page after the next, as of now; in files only. */
  ahead?: string | null;
}

const inFile = z.object({ number: z.string().refine(canBeStored), id: z.uuid() });
const place = z.object({
  rank: z
    .int()
    .min(0)
    .max(priorities.length - 1),
  newest: z.int(),
  key: z.string().refine(canBeStored),
  asOf: z.int(),
});

/** The lengths of the pages that browsers read first, and again after most changes. */
const USUAL_LENGTHS: readonly number[] = [200, 50];

const SHOWN = [
  ...(['device_id', 'asset_number', 'school', 'model', 'status', 'priority', 'priority_rank'] as const),
  ...(['assignee_id', 'student_name', 'initial_issue', 'notes', 'latest_issue', 'created_at', 'updated_at'] as const),
] as const satisfies readonly (keyof DeviceListRow)[];
type ShownRow = Pick<DeviceListRow, (typeof SHOWN)[number]> & { assignee: string | null };
/** `as_of`: the position the list had reached when it was read, which only the statement that reads it can tell. */
type PageRow = ShownRow & { as_of: number };
type Filtered = SelectQueryBuilder<Tables, 'device_list', Record<never, never>>;

/**
 * In the list's order. The pages contain a device that does not change while they are read exactly once, and one that
 * changes at most once: a notice tells the reader about the change.
 */
export async function listDevices(db: Database, request: DevicePageRequest): Promise<Page<Device>> {
  const narrowed = await applyFilters(db, request);
  if (request.order === 'asset-number') return byAssetNumber(db, request, narrowed);
  const after = request.cursor === undefined ? null : readCursor(place, request.cursor);
  if (!narrowed) return { items: [], total: 0, next: null };
  const [rows, total] = await pageAndTotal(db, request, narrowed, after);
  const last = rows.length > request.limit ? rows[request.limit - 1] : undefined;
  const next = last
    ? writeCursor({
        rank: last.priority_rank,
        newest: newestFirst(last.updated_at),
        key: assetNumberKey(last.asset_number),
        asOf: after?.asOf ?? last.as_of,
      })
    : null;
  return { items: rows.slice(0, request.limit).map(toDevice), total, next };
}

/** Counts a search only if one page does not hold all matches: counting takes as long as finding. */
async function pageAndTotal(
  db: Database,
  request: DevicePageRequest,
  narrowed: Filtered,
  after: z.output<typeof place> | null,
): Promise<[PageRow[], number]> {
  const { q, limit } = request;
  const rowsOf = (filtered: Filtered) => pageRows(filtered, limit, after);
  if (areCountsKept(request)) return Promise.all([rowsOf(narrowed), countDevices(db, request, narrowed)]);
  const { rows, filtered } = await search(db, narrowed, q, rowsOf);
  const isAll = !after && rows.length <= limit;
  return [rows, isAll ? rows.length : await countDevices(db, request, filtered)];
}

/** A search rarely names a person: it reads rows with the text while looking people up, and again if it names one. */
async function search(
  db: Database,
  narrowed: Filtered,
  q: string | undefined,
  rowsOf: (filtered: Filtered) => Promise<PageRow[]>,
): Promise<{ rows: PageRow[]; filtered: Filtered }> {
  const inText = withText(narrowed, q, []);
  const [rows, ids] = await Promise.all([rowsOf(inText), q ? technicianIdsContaining(db, q) : []]);
  if (ids.length === 0) return { rows, filtered: inText };
  const filtered = withText(narrowed, q, ids);
  return { rows: await rowsOf(filtered), filtered };
}

function withText(narrowed: Filtered, q: string | undefined, ids: readonly string[]): Filtered {
  if (!q) return narrowed;
  return narrowed.where((row) => {
    const inText = containsText('search', q);
    return ids.length > 0 ? row.or([inText, row('assignee_id', 'in', ids)]) : inText;
  });
}

/** Numbers hardly ever change, so the pages contain a device that matches throughout exactly once. */
async function byAssetNumber(
  db: Database,
  request: DevicePageRequest,
  narrowed: Filtered | null,
): Promise<Page<Device>> {
  const { q, cursor, limit } = request;
  const after = cursor === undefined ? null : readCursor(inFile, cursor);
  if (!narrowed) return { items: [], total: 0, next: null };
  const filtered = withText(narrowed, q, q ? await technicianIdsContaining(db, q) : []);
  const rest = after
    ? filtered.where(sql<boolean>`(asset_number_key, device_id) > (${after.number}, ${after.id})`)
    : filtered;
  const inOrder = rest.orderBy('asset_number_key').orderBy('device_id');
  const [rows, beyond, total] = await Promise.all([
    withAssignee(inOrder)
      .limit(limit + 1)
      .execute(),
    inOrder
      .select(['asset_number_key', 'device_id'])
      .offset(2 * limit - 1)
      .limit(2)
      .execute(),
    countDevices(db, request, filtered),
  ]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const ahead = beyond.length > 1 ? beyond[0] : undefined;
  const items = rows.slice(0, limit).map(toDevice);
  return {
    items,
    total,
    next: last ? endingAt(assetNumberKey(last.asset_number), last.device_id) : null,
    ahead: ahead ? endingAt(ahead.asset_number_key, ahead.device_id) : null,
  };
}

function endingAt(number: string, id: string): string {
  return writeCursor({ number, id } satisfies z.input<typeof inFile>);
}

function withAssignee(devices: Filtered) {
  return devices
    .leftJoin('technicians', 'technicians.user_id', 'device_list.assignee_id')
    .select(SHOWN.map((column) => `device_list.${column}` as const))
    .select(shownName.as('assignee'));
}

const viewPosition = sql<number>`(select position from view_checkpoints where view = ${sql.lit(deviceList.name)})`;

function pageRows(filtered: Filtered, limit: number, after: z.output<typeof place> | null): Promise<PageRow[]> {
  let page = withAssignee(filtered)
    .select(viewPosition.as('as_of'))
    .orderBy('priority_rank')
    .orderBy('newest_first')
    .orderBy('asset_number_key')
    .limit(sql.lit(limit + 1));
  if (after) {
    const beyond = sql<boolean>`(priority_rank, newest_first, asset_number_key) > (${after.rank}, ${after.newest}, ${after.key})`;
    page = page.where(beyond).where('position', '<=', after.asOf);
  }
  return page.execute();
}

/** Applies every filter but the text search. Null if nothing can match. */
async function applyFilters(db: Database, request: DevicePageRequest): Promise<Filtered | null> {
  const { q, school, assignedTo } = request;
  if ([q, school].some((typed) => typed !== undefined && !canBeStored(typed))) return null;
  const tables = isFirstUnfilteredPage(request) ? plannedOnce(db) : db;
  let query: Filtered = tables.selectFrom('device_list').where(isOfKind(request));
  if (assignedTo !== undefined) {
    const ids = (await findTechnicians(db, assignedTo)).map(({ user_id }) => user_id);
    if (ids.length === 0) return null;
    query = query.where('assignee_id', 'in', ids);
  }
  return query;
}

/** The filters that devices and their kept counts share. */
function isOfKind({ school, status, priority, withScrapped }: DevicePageRequest): Expression<SqlBool> {
  const kind = expressionBuilder<Tables, 'device_list_counts'>();
  return kind.and([
    ...(school === undefined ? [] : [kind('school', '=', school)]),
    ...(status === undefined ? [] : [kind('status', '=', status)]),
    ...(withScrapped ? [] : [kind('status', '<>', sql.lit('PARTS' as const))]),
    ...(priority === undefined ? [] : [kind('priority_rank', '=', priorities.indexOf(priority))]),
  ]);
}

/**
 * What most people open: the first page of the unfiltered list. Its statement has no parameters, so one plan fits:
 * along the list's order. Usual lengths only, since each one stays on every connection as a statement of its own.
 */
function isFirstUnfilteredPage(request: DevicePageRequest): boolean {
  const { school, status, priority, cursor, order, limit } = request;
  const isNarrowed = [school, status, priority, cursor].some((given) => given !== undefined);
  return !isNarrowed && order !== 'asset-number' && USUAL_LENGTHS.includes(limit) && areCountsKept(request);
}

const areCountsKept = ({ q, assignedTo }: DevicePageRequest): boolean => !q && assignedTo === undefined;

/** Sums the kept counts if they cover all filters, at the same cost however many devices there are. */
async function countDevices(db: Database, request: DevicePageRequest, filtered: Filtered): Promise<number> {
  if (!areCountsKept(request)) {
    const row = await filtered.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirst();
    return row?.total ?? 0;
  }
  const counts = plannedOnce(db).selectFrom('device_list_counts').where(isOfKind(request));
  const row = await counts.select(({ fn }) => fn.sum<number | null>('rows').as('total')).executeTakeFirst();
  return row?.total ?? 0;
}

export async function getDevice(db: Database, barcodeNumber: string): Promise<Device | null> {
  if (!canBeStored(barcodeNumber)) return null;
  const row = await shown(db).where('asset_number_key', '=', assetNumberKey(barcodeNumber)).executeTakeFirst();
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

function toDevice(row: ShownRow): Device {
  return {
    id: row.device_id,
    barcodeNumber: row.asset_number,
    school: row.school,
    model: row.model,
    status: row.status,
    priority: row.priority,
    assignedTo: row.assignee ?? '',
    assigneeId: row.assignee_id,
    studentName: row.student_name,
    initialIssue: row.initial_issue ?? '',
    notes: row.notes ?? '',
    billingNotes: '',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    highestPriority: priorities[row.priority_rank] ?? row.priority,
    latestIssue: row.latest_issue,
  };
}
