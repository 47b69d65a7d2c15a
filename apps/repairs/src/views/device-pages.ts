import { sql } from 'kysely';
import { z } from 'zod';
import type { Page } from '@repairline/contracts/page';
import { priorities } from '@repairline/contracts/priority';
import type { Device } from '@repairline/contracts/repairs/views';
import { assetNumberKey } from '@repairline/contracts/texts/text';
import { plannedOnce } from '@repairline/postgres/queries/kysely-on';
import { readCursor, writeCursor } from '@repairline/postgres/queries/cursor';
import { canBeStored } from '@repairline/postgres/queries/search-text';
import { technicianIdsContaining } from '@repairline/messaging/people/technicians';
import {
  applyFilters,
  areCountsKept,
  countDevices,
  isNarrowed,
  withText,
  type DeviceFilters,
  type Filtered,
} from './device-filters';
import { newestFirst, toDevice, withAssignee, type ShownRow } from './device-list';
import type { Database } from './tables';

export type DevicePageRequest = DeviceFilters & {
  cursor?: string | undefined;
  limit: number;
  order?: 'list' | 'asset-number' | undefined;
};

/** `ahead`: the cursor of the page after the next, as of now; in files only. */
type DevicePage = Page<Device> & { ahead?: string | null };

const inFile = z.object({ number: z.string().refine(canBeStored), id: z.uuid() });
const place = z.object({
  rank: z
    .int()
    .min(0)
    .max(priorities.length - 1),
  newest: z.int(),
  key: z.string().refine(canBeStored),
});

/** The lengths of the pages that browsers read first, and again after most changes. */
const USUAL_LENGTHS: readonly number[] = [200, 50];

/**
 * In the list's order. The pages contain a device that does not change while they are read exactly once. One that does
 * comes in its new place: if that is on an earlier page, a notice tells the reader.
 */
export async function listDevices(db: Database, request: DevicePageRequest): Promise<DevicePage> {
  const narrowed = await applyFilters(isFirstUnfilteredPage(request) ? plannedOnce(db) : db, request);
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
): Promise<[ShownRow[], number]> {
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
  rowsOf: (filtered: Filtered) => Promise<ShownRow[]>,
): Promise<{ rows: ShownRow[]; filtered: Filtered }> {
  const inText = withText(narrowed, q, []);
  const [rows, ids] = await Promise.all([rowsOf(inText), q ? technicianIdsContaining(db, q) : []]);
  if (ids.length === 0) return { rows, filtered: inText };
  const filtered = withText(narrowed, q, ids);
  return { rows: await rowsOf(filtered), filtered };
}

/** Numbers hardly ever change, so the pages contain a device that matches throughout exactly once. */
async function byAssetNumber(db: Database, request: DevicePageRequest, narrowed: Filtered | null): Promise<DevicePage> {
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

function pageRows(filtered: Filtered, limit: number, after: z.output<typeof place> | null): Promise<ShownRow[]> {
  const page = withAssignee(filtered)
    .orderBy('priority_rank')
    .orderBy('newest_first')
    .orderBy('asset_number_key')
    .limit(sql.lit(limit + 1));
  if (!after) return page.execute();
  const beyond = sql<boolean>`(priority_rank, newest_first, asset_number_key) > (${after.rank}, ${after.newest}, ${after.key})`;
  return page.where(beyond).execute();
}

/**
 * What most people open: the first page of the unfiltered list. Its statement has no parameters, so one plan fits:
 * along the list's order. Usual lengths only, since each one stays on every connection as a statement of its own.
 */
function isFirstUnfilteredPage(request: DevicePageRequest): boolean {
  const { cursor, order, limit } = request;
  const isFirst = cursor === undefined && order !== 'asset-number' && USUAL_LENGTHS.includes(limit);
  return isFirst && !isNarrowed(request) && areCountsKept(request);
}
