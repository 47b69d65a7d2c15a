import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Actor, Call, CallInput, CallOutput } from '@repairline/contracts/call';
import { builtInSchools } from '@repairline/contracts/district';
import { DomainError } from '@repairline/contracts/domain-error';
import type { EventEnvelope } from '@repairline/contracts/event';
import { repairsEvents, type RepairsEvent } from '@repairline/contracts/repairs/events';
import { createEventRegistry } from '@repairline/event-store/event-registry';
import { createPostgresKeyring } from '@repairline/event-store/personal-data/postgres-keyring';
import { createPostgresEventStore } from '@repairline/event-store/postgres/postgres-event-store';
import { kyselyOn } from '@repairline/projections/kysely-on';
import { startViews } from '@repairline/projections/run-views';
import { createPool } from '@repairline/service-kit/database';
import { createLogger } from '@repairline/service-kit/logger';
import { createTestDatabase } from '@repairline/service-kit/testing/test-database';
import { handlers } from '../app.module';
import { createPeople, type PeopleSources } from '../commands/people';
import type { Tables } from '../views/tables';
import { saveTechnicians } from '@repairline/projections/technicians';
import { repairsViews } from '../views/views';

export const admin: Actor = { userId: randomUUID(), name: 'Ada Admin', role: 'Admin' };
export const tess: Actor = { userId: randomUUID(), name: 'Tess Turner', role: 'Member' };
export const tom: Actor = { userId: randomUUID(), name: 'Tom Tinker', role: 'Member' };
const people = [admin, tess, tom].map(({ userId: id, name }) => ({
  id,
  name,
  email: `${name.split(' ')[0]?.toLowerCase() ?? ''}@school.example`,
  approved: true,
}));

export interface WorkbenchOptions {
  patienceMs?: number;
  /** What identity answers; nothing, when not given. */
  identity?: PeopleSources['calls'];
  onCommitted?: (batch: EventEnvelope<RepairsEvent>[], stretch: { after: number; upTo: number }) => Promise<void>;
}

/** The service without the bus: calls go straight to the handlers, on a database of their own. */
export async function openWorkbench({ patienceMs = 10_000, identity, onCommitted }: WorkbenchOptions = {}) {
  const database = await createTestDatabase('repairs');
  const pool = createPool(database.url, 'workbench', 10);
  const keyring = createPostgresKeyring({ pool, connectionString: database.url, dataKey: Buffer.alloc(32, 7) });
  const registry = createEventRegistry(repairsEvents);
  const store = createPostgresEventStore({ pool, connectionString: database.url, registry, keyring });
  const logger = createLogger('repairs', 'silent');
  const db = kyselyOn<Tables>(pool);
  const views = await startViews({
    ...{ service: 'repairs', store, pool, databaseUrl: database.url, logger, views: repairsViews },
    onCommitted,
  });
  await saveTechnicians(pool, people);
  while (!(await views.health()).ok) await delay(10);
  const calls = identity ?? { call: () => Promise.reject(new Error('away')) };
  const rules = { now: () => new Date(), patienceMs };
  const workshop = { store, db, views, people: createPeople({ db, pool, calls }), schools: builtInSchools, rules };
  const bySubject = new Map(handlers({ workshop }).map((handler) => [handler.subject, handler]));

  async function ask<C extends Call>(
    contract: C,
    input: CallInput<C>,
    { as = tess, commandId = randomUUID() }: { as?: Actor | null; commandId?: string } = {},
  ): Promise<CallOutput<C>> {
    const request = { context: { actor: as, correlationId: 'test', commandId }, input };
    const reply = await bySubject.get(contract.subject)?.reply(request, logger);
    if (!reply) throw new Error(`Nobody answers ${contract.subject}`);
    if (!reply.ok) throw new DomainError(reply.error);
    return contract.output.parse(reply.data) as CallOutput<C>;
  }

  return {
    ...{ ask, store, db, pool, workshop, views, database },
    async close() {
      await views.stop();
      await keyring.close();
      await pool.end();
      await database.drop();
    },
  };
}
export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;

/** The code of the refusal, or 'done'. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
