import { builtInSchools } from '@repairline/contracts/district';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { RepairsEvent } from '@repairline/contracts/repairs/events';
import { asking } from '@repairline/messaging/testing/ask';
import { staff } from '@repairline/messaging/testing/staff';
import { endProjectorTerm, readEpoch } from '@repairline/projections/following/checkpoints';
import { kyselyOn } from '@repairline/postgres/queries/kysely-on';
import { openLogWithViews } from '@repairline/projections/testing/log-with-views';
import { until } from '@repairline/service-kit/testing/until';
import { inTransaction } from '@repairline/postgres/transaction';
import { handlers } from '../handlers';
import type { RepairsStore } from '../commands/device-stream';
import { createPeople, type PeopleSources } from '../commands/people';
import { repairsRegistry } from '../event-registry';
import type { Tables } from '../views/tables';
import { saveTechnicians } from '@repairline/messaging/people/technicians';
import { repairsViews } from '../views/views';

export interface WorkbenchOptions {
  patienceMs?: number;
  /** Stands in for identity; by default it answers nothing. */
  identity?: PeopleSources['calls'];
  onCommitted?: (batch: EventEnvelope<RepairsEvent>[], stretch: { after: number; upTo: number }) => Promise<void>;
}

/** The service without the bus, on its own database: calls go straight to the handlers. */
export async function openWorkbench({ patienceMs = 10_000, identity, onCommitted }: WorkbenchOptions = {}) {
  const log = await openLogWithViews('repairs', {
    registry: repairsRegistry,
    connections: 10,
    views: repairsViews,
    onCommitted,
  });
  const { store, pool, logger, views } = log;
  const db = kyselyOn<Tables>(pool);
  await saveTechnicians(pool, staff);
  const calls = identity ?? { call: () => Promise.reject(new Error('away')) };
  const rules = { now: () => new Date(), patienceMs };
  const deps = { store, db, views, people: createPeople({ db, pool, calls }), schools: builtInSchools, rules, logger };
  /** Stands for another process on the same log, with a store or a clock of its own. */
  const askOn = (own: RepairsStore, now?: () => Date) =>
    asking(handlers({ deps: { ...deps, store: own, rules: now ? { ...rules, now } : rules }, pool }), logger);
  /**
   * A view is a state and a position: marking it as stopped leaves its table as it is. Resolves once the next lease has
   * begun, which a command that follows would otherwise wait for.
   */
  const putView = async (view: string, state: 'stopped' | 'live') => {
    const before = await readEpoch(pool);
    await inTransaction(pool, async (tx) => {
      // In the order in which the projector locks them.
      await endProjectorTerm(tx);
      await tx.query('update view_checkpoints set state = $1 where view = $2', [state, view]);
    });
    // One step for the end of the lease, one for the beginning of the next.
    await until(async () => (await readEpoch(pool)) >= before + 2);
  };

  return {
    ...{ ask: askOn(store), askOn, store, db, pool, deps, views, putView, database: log.database },
    close: () => log.close(),
  };
}
export type Workbench = Awaited<ReturnType<typeof openWorkbench>>;
