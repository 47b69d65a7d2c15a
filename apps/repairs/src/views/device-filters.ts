import { expressionBuilder, sql, type Expression, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { priorities, type Priority } from '@repairline/contracts/priority';
import { factFilterNames, type FactFilterName } from '@repairline/contracts/repairs/device-facts';
import type { deviceFilters } from '@repairline/contracts/repairs/requests';
import { plannedOnce } from '@repairline/postgres/queries/kysely-on';
import { canBeStored, containsText } from '@repairline/postgres/queries/search-text';
import { findTechnicians } from '@repairline/messaging/people/technicians';
import { filterColumns } from './device-list';
import type { Database, Tables } from './tables';

export type DeviceFilters = Omit<z.output<typeof deviceFilters>, 'cursor' | 'limit'> & { withScrapped: boolean };

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
function isOfKind(filters: DeviceFilters): Expression<SqlBool> {
  const kind = expressionBuilder<Tables, 'device_list_counts'>();
  return kind.and([
    ...chosen(filters).map(([name, value]) => sql<SqlBool>`${sql.ref(filterColumns[name])} = ${inColumn(name, value)}`),
    ...(filters.withScrapped ? [] : [kind('status', '<>', sql.lit('PARTS' as const))]),
  ]);
}

function chosen(filters: DeviceFilters): [FactFilterName, string][] {
  return factFilterNames.flatMap((name): [FactFilterName, string][] => {
    const value = filters[name];
    return value === undefined ? [] : [[name, value]];
  });
}

export const isNarrowed = (filters: DeviceFilters): boolean => chosen(filters).length > 0;

function inColumn(name: FactFilterName, value: string): string | number {
  return name === 'priority' ? priorities.indexOf(value as Priority) : value;
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
