import { randomUUID } from 'node:crypto';
import type { Analytics } from '@repairline/contracts/analytics/views';
import { dayAround } from '@repairline/contracts/calendar';
import type { Actor } from '@repairline/contracts/call';
import { applyBatch, tablesOn } from '@repairline/projections/apply-batch';
import { kyselyOn } from '@repairline/postgres/queries/kysely-on';
import { saveTechnicians } from '@repairline/messaging/people/technicians';
import { envelope } from '@repairline/projections/testing/given-events';
import { createTable } from '@repairline/projections/view-table';
import { createPool } from '@repairline/postgres/pool';
import { createTestDatabase } from '@repairline/postgres/testing/test-database';
import { inTransaction } from '@repairline/postgres/transaction';
import type { Fact } from '../facts';
import { readFigures } from '../views/figures';
import type { Tables } from '../views/tables';
import { figureViews } from '../views/views';

export const admin: Actor = { userId: randomUUID(), name: 'Ada Admin', role: 'Admin' };
const chicago = 'America/Chicago';

export interface SampleRepair {
  repair?: string;
  device?: string;
  by?: string | null;
  at: string;
  minutes?: number;
  issues?: string;
}

/** The figures' tables on their own database, filled without a bus. */
export async function openFiguresFixture() {
  const database = await createTestDatabase('analytics');
  const pool = createPool(database.url, 'figures desk', 4);
  await inTransaction(pool, async (tx) => {
    for (const view of figureViews) await createTable(tx, 'analytics', view);
  });
  const db = kyselyOn<Tables>(pool);
  let position = 0;
  const take = (...facts: (Fact | { event: Fact; occurredAt: string })[]) =>
    inTransaction(pool, async (tx) => {
      const before = { version: 1, position, state: 'live' as const };
      const batch = facts.map((fact) => envelope(fact, (position += 1)));
      for (const view of figureViews)
        await applyBatch(tablesOn<Fact>(tx), new Map([[view, { ...before, view: view.name }]]), batch);
    });
  return {
    ...{ pool, db, take, database },
    people: (...names: string[]) =>
      saveTechnicians(
        pool,
        names.map((name) => ({
          id: name.toLowerCase(),
          name,
          email: `${name.toLowerCase()}@x`,
          approved: true,
          position: 1,
        })),
      ),
    figures: (now: string, timeZone = chicago): Promise<Analytics> =>
      readFigures(db, dayAround(timeZone, new Date(now))),
    async empty() {
      await pool.query('delete from completed_repairs; delete from repair_issues; delete from device_work');
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

export function completed({ at, repair = randomUUID(), device = randomUUID(), ...more }: SampleRepair) {
  const { by = 'tess', minutes = 60, issues = '' } = more;
  const ids = { deviceId: device, repairId: repair, logId: randomUUID() };
  const openedAt = new Date(Date.parse(at) - minutes * 60_000).toISOString();
  const data = { ...ids, technicianId: by, priority: null, issues: [], from: 'INTAKE' as const, openedAt };
  const event: Fact = {
    type: 'repair-completed',
    data: { ...data, turnaroundMinutes: minutes, issueTyped: issues },
  };
  return { event, occurredAt: at };
}

export function inProgress(assigneeId: string | null, deviceId: string = randomUUID()): Fact[] {
  const ids = { deviceId, repairId: randomUUID() };
  const intake = { school: 'SHS', model: '', priority: 'Medium' as const, assigneeId: null, assetNumber: deviceId };
  return [
    { type: 'device-taken-in', data: { ...ids, ...intake, openedAt: '2026-01-05T08:00:00.000Z' } },
    { type: 'work-started', data: { ...ids, assigneeId } },
  ];
}
