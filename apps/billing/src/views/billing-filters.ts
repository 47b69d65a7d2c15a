import type { SelectQueryBuilder } from 'kysely';
import { comparableMoment } from '@repairline/postgres/moments';
import { canBeStored, likePattern } from '@repairline/postgres/queries/search-text';
import { findTechnicians, technicianIdsContaining } from '@repairline/messaging/people/technicians';
import type { Database, Tables } from './tables';

export interface ItemFilters {
  q?: string | undefined;
  sent?: boolean | undefined;
  technician?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export type Items = SelectQueryBuilder<Tables, 'billing_items', Record<never, never>>;

/** The items that match. `from` is included, `to` is not. Null if nothing can match. */
export async function matching(db: Database, filters: ItemFilters): Promise<Items | null> {
  const { q, sent, technician, from, to } = filters;
  let items: Items = db.selectFrom('billing_items');
  if (sent !== undefined) items = items.where('sent', '=', sent);
  if (from !== undefined) items = items.where('completed_at', '>=', comparableMoment(from));
  if (to !== undefined) items = items.where('completed_at', '<', comparableMoment(to));
  if (technician) {
    const ids = (await findTechnicians(db, technician)).map(({ user_id }) => user_id);
    if (ids.length === 0) return null;
    items = items.where('technician_id', 'in', ids);
  }
  if (!q) return items;
  return canBeStored(q) ? searched(db, items, q) : null;
}

/** Searches what the list shows: number, technician's name, issue, work performed. */
async function searched(db: Database, items: Items, q: string): Promise<Items> {
  const pattern = likePattern(q);
  const ids = await technicianIdsContaining(db, q, ({ name, email }) => [name || email]);
  const numbered = db.selectFrom('billed_devices').select('device_id').where('search', 'like', pattern);
  return items.where((row) =>
    row.or([
      row('billing_items.search', 'like', pattern),
      row('billing_items.device_id', 'in', numbered),
      ...(ids.length > 0 ? [row('technician_id', 'in', ids)] : []),
    ]),
  );
}
