import { expressionBuilder, sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { priorities, type Priority } from '@repairline/contracts/priority';
import type { DeviceStatus } from '@repairline/contracts/repairs/views';
import { plannedOnce } from '@repairline/projections/kysely-on';
import { canBeStored, containsText } from '@repairline/projections/search-text';
import { findTechnicians } from '@repairline/projections/technicians';
import type { Database, Tables } from './tables';

export interface DeviceFilters {
  q?: string | undefined;
  school?: string | undefined;
  status?: DeviceStatus | undefined;
  priority?: Priority | undefined;
  assignedTo?: string | undefined;
  withScrapped: boolean;
}

export type Filtered = SelectQueryBuilder<Tables, 'device_list', Record<never, never>>;

/** Applies every filter but the text search. Null if nothing can match. */
export async function applyFilters(db: Database, filters: DeviceFilters): Promise<Filtered | null> {
  const { q, school, assignedTo } = filters;
  if ([q, school].some((typed) => typed !== undefined && !canBeStored(typed))) return null;
  let query: Filtered = db.selectFrom('device_list').where(isOfKind(filters));
  if (assignedTo !== undefined) {
    const ids = (await findTechnicians(db, assignedTo)).map(({ user_id }) => user_id);
    if (ids.length === 0) return null;
    query = query.where('assignee_id', 'in', ids);
  }
  return query;
}

export function withText(narrowed: Filtered, q: string | undefined, ids: readonly string[]): Filtered {
  if (!q) return narrowed;
  return narrowed.where((row) => {
    const inText = containsText('search', q);
    return ids.length > 0 ? row.or([inText, row('assignee_id', 'in', ids)]) : inText;
  });
}

/** The filters that devices and their kept counts share. */
function isOfKind({ school, status, priority, withScrapped }: DeviceFilters): Expression<SqlBool> {
  const kind = expressionBuilder<Tables, 'device_list_counts'>();
  return kind.and([
    ...(school === undefined ? [] : [kind('school', '=', school)]),
    ...(status === undefined ? [] : [kind('status', '=', status)]),
    ...(withScrapped ? [] : [kind('status', '<>', sql.lit('PARTS' as const))]),
    ...(priority === undefined ? [] : [kind('priority_rank', '=', priorities.indexOf(priority))]),
  ]);
}

export const areCountsKept = ({ q, assignedTo }: DeviceFilters): boolean => !q && assignedTo === undefined;

/** Sums the kept counts if they cover all filters, at the same cost however many devices there are. */
export async function countDevices(db: Database, filters: DeviceFilters, filtered: Filtered): Promise<number> {
  if (!areCountsKept(filters)) {
    const row = await filtered.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirst();
    return row?.total ?? 0;
  }
  const counts = plannedOnce(db).selectFrom('device_list_counts').where(isOfKind(filters));
  const row = await counts.select(({ fn }) => fn.sum<number | null>('rows').as('total')).executeTakeFirst();
  return row?.total ?? 0;
}
