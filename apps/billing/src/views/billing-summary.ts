import { sql } from 'kysely';
import type { BillingSummary } from '@repairline/contracts/billing/views';
import type { Interval } from '@repairline/contracts/calendar';
import { inAlphabet, shownName } from '@repairline/messaging/people/technicians';
import { matching, type Items } from './billing-filters';
import type { Database } from './tables';

const nothing: BillingSummary = { total: 0, thisWeek: 0, today: 0, pending: 0, sent: 0, todayByTechnician: [] };

/** Counts all items that match the search. */
export async function summarize(
  db: Database,
  { q, today, week }: { q?: string | undefined; today: Interval; week: Interval },
): Promise<BillingSummary> {
  const items = await matching(db, { q });
  if (!items) return nothing;
  const counts = items
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where ${within(week)})`.as('thisWeek'),
      sql<number>`count(*) filter (where ${within(today)})`.as('today'),
      sql<number>`count(*) filter (where not sent)`.as('pending'),
      sql<number>`count(*) filter (where sent)`.as('sent'),
    ])
    .executeTakeFirst();
  const [counted, todayByTechnician] = await Promise.all([counts, byTechnician(items, today)]);
  return { ...nothing, ...counted, todayByTechnician };
}

async function byTechnician(items: Items, interval: Interval): Promise<BillingSummary['todayByTechnician']> {
  const rows = await items
    .leftJoin('technicians', 'technicians.user_id', 'billing_items.technician_id')
    .select([shownName.as('technician'), sql<number>`count(*)`.as('count')])
    .where(within(interval))
    .groupBy(['technician_id', 'technicians.name', 'technicians.email'])
    .orderBy('count', 'desc')
    .orderBy(inAlphabet(shownName))
    .execute();
  return rows.map(({ technician, count }) => ({ technician: technician ?? 'Unknown', count }));
}

function within({ from, to }: Interval) {
  return sql<boolean>`completed_at >= ${from.toISOString()} and completed_at < ${to.toISOString()}`;
}
