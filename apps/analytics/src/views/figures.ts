import { sql } from 'kysely';
import type { Analytics } from '@repairline/contracts/analytics/views';
import type { Interval } from '@repairline/contracts/calendar';
import { inAlphabet, shownName } from '@repairline/messaging/people/technicians';
import type { Database } from './tables';

const TOP = 5;

export async function readFigures(db: Database, today: Interval): Promise<Analytics> {
  const [repairs, commonIssues, technicianWorkload] = await Promise.all([
    readCompletions(db, today),
    readCommonIssues(db),
    readWorkload(db),
  ]);
  return { ...repairs, commonIssues, technicianWorkload };
}

async function readCompletions(db: Database, { from, to }: Interval) {
  const { average, today } = await db
    .selectFrom('completed_repairs')
    .select([
      sql<number | null>`avg(turnaround_minutes)`.as('average'),
      sql<number>`count(distinct device_id) filter (where completed_at >= ${from} and completed_at < ${to})`.as(
        'today',
      ),
    ])
    .executeTakeFirstOrThrow();
  return { averageTurnaroundTime: average, completionsPerDay: today };
}

/** A repair names each of its issues once, so counting names counts repairs. */
function readCommonIssues(db: Database): Promise<Analytics['commonIssues']> {
  const named = sql<{ key: string; issue: string }>`(select (jsonb_each_text(issues)).* from repair_issues)`;
  return db
    .selectFrom(named.as<'named'>(sql`named (key, issue)`))
    .select([sql<string>`min(issue)`.as('issue'), sql<number>`count(*)`.as('count')])
    .groupBy('key')
    .orderBy('count', 'desc')
    .orderBy('key')
    .limit(TOP)
    .execute();
}

const technician = sql<string>`coalesce(${shownName}, 'Unknown')`;

async function readWorkload(db: Database): Promise<Analytics['technicianWorkload']> {
  const active = db
    .selectFrom('device_work')
    .where('status', '=', 'IN_PROGRESS')
    .where('assignee_id', 'is not', null)
    .select(['assignee_id as user_id', sql<number>`1`.as('active'), sql<number>`0`.as('completed')]);
  const completed = db
    .selectFrom('completed_repairs')
    .select(['technician_id as user_id', sql<number>`0`.as('active'), sql<number>`1`.as('completed')]);
  return db
    .selectFrom(active.unionAll(completed).as('work'))
    .leftJoin('technicians', 'technicians.user_id', 'work.user_id')
    .groupBy(['work.user_id', 'technicians.name', 'technicians.email'])
    .select([
      technician.as('technician'),
      sql<number>`sum(active)`.as('activeCount'),
      sql<number>`sum(completed)`.as('completedCount'),
    ])
    .orderBy('activeCount', 'desc')
    .orderBy('completedCount', 'desc')
    .orderBy(inAlphabet(technician))
    .limit(TOP)
    .execute();
}
