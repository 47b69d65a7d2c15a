import { sql } from 'kysely';
import type { BillingItem } from '@repairline/contracts/billing/views';
import type { Page } from '@repairline/contracts/page';
import { isOneOf, plannedOnce } from '@repairline/postgres/queries/kysely-on';
import { placeInTime, readCursor, writeCursor } from '@repairline/postgres/queries/cursor';
import { shownName } from '@repairline/messaging/people/technicians';
import { matching, type ItemFilters, type Items } from './billing-filters';
import type { BillingItemRow } from './billing-items';
import type { Database } from './tables';

type ShownRow = BillingItemRow & { asset_number: string; notes: string; technician: string | null };

/** Newest first. An item keeps its place in the order, so the pages contain it at most once. */
export async function listItems(
  db: Database,
  { cursor, limit, ...filters }: ItemFilters & { cursor?: string | undefined; limit: number },
): Promise<Page<BillingItem>> {
  const after = cursor === undefined ? null : readCursor(placeInTime, cursor);
  const items = await matching(db, filters);
  if (!items) return { items: [], total: 0, next: null };
  let page = shown(items)
    .orderBy('completed_at', 'desc')
    .orderBy('billing_items.position', 'desc')
    .limit(limit + 1);
  if (after) page = page.where(sql<boolean>`(completed_at, billing_items.position) < (${after.at}, ${after.position})`);
  const count = items.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirst();
  const [rows, counted] = await Promise.all([page.execute(), count]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const next = last ? writeCursor({ at: last.completed_at, position: last.position }) : null;
  return { items: rows.slice(0, limit).map(toItem), total: counted?.total ?? 0, next };
}

export async function getItem(db: Database, itemId: string): Promise<BillingItem | null> {
  const row = await shown(db.selectFrom('billing_items').where('item_id', '=', itemId)).executeTakeFirst();
  return row ? toItem(row) : null;
}

export async function itemIdsOf(db: Database, deviceId: string): Promise<string[]> {
  const rows = await db.selectFrom('billing_items').select('item_id').where('device_id', '=', deviceId).execute();
  return rows.map(({ item_id }) => item_id);
}

/** The ids of those items that were sent. */
export async function sentAmong(db: Database, itemIds: readonly string[]): Promise<string[]> {
  if (itemIds.length === 0) return [];
  const rows = await plannedOnce(db)
    .selectFrom('billing_items')
    .select('item_id')
    .where(isOneOf('item_id', itemIds, 'text'))
    .where('sent', '=', true)
    .execute();
  return rows.map(({ item_id }) => item_id);
}

function shown(items: Items) {
  return items
    .innerJoin('billed_devices', 'billed_devices.device_id', 'billing_items.device_id')
    .leftJoin('technicians', 'technicians.user_id', 'billing_items.technician_id')
    .selectAll('billing_items')
    .select(['billed_devices.asset_number', 'billed_devices.notes', shownName.as('technician')]);
}

function toItem(row: ShownRow): BillingItem {
  return {
    id: row.item_id,
    barcodeNumber: row.asset_number,
    timestamp: row.completed_at,
    issue: row.issue,
    actions: row.actions,
    comments: row.comments,
    technician: row.technician ?? 'Unknown',
    technicianId: row.technician_id,
    completed: true,
    billingSent: row.sent,
    createdAt: row.opened_at,
    device: { id: row.device_id, barcodeNumber: row.asset_number, billingNotes: row.notes },
  };
}
