import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { ViewStatus } from '@repairline/contracts/status';
import { countDeadLetters } from '@repairline/event-store/dead-letters';
import type { AnyEvent } from '@repairline/event-store/event-store';
import type { HealthCheck } from '@repairline/service-kit/monitoring/health';
import { whileLeader, type Candidacy } from '@repairline/postgres/leadership';
import { buildMissingViews } from '../building/build-missing-views';
import { beginEpoch, readCheckpoints, readEpoch, type Checkpoint, type FencingToken } from './checkpoints';
import { projectUntil, type ViewsOptions } from './lease';
import type { AnyView } from '../view';
import { followPositions } from './view-positions';
import { viewStatuses } from './view-status';

/** How long no replica of the views' program may have projected before another program takes the views over. */
export const ABANDONED_MS = 5_000;

export interface Views {
  /** Resolves when all live views show the position. @throws {DomainError} `views_behind` after `timeoutMs` (2,000) */
  reached(position: number, timeoutMs?: number): Promise<void>;
  /**
   * Resolves when that view shows the position. Unlike `reached`, which ignores stopped views, it rejects for a stopped
   * view that is behind.
   * @throws {DomainError} `views_behind`
   */
  shows(view: string, position: number): Promise<void>;
  position(): number;
  /** Resolves once the program's own views are in place; its queries fit no others. */
  inPlace(): Promise<void>;
  health(): Promise<HealthCheck>;
  status(): Promise<ViewStatus[]>;
  stop(): Promise<void>;
}

/**
 * Keeps a service's views up to date. One replica projects at a time; the others only follow the views' positions. If
 * its views are missing or of an earlier version, a program builds them beside the live ones before it projects any.
 */
export async function startViews<E extends AnyEvent>(options: ViewsOptions<E>): Promise<Views> {
  const { pool, databaseUrl, logger, store } = options;
  const positions = await followPositions(options);
  const buildId = buildIdOf(options.views);
  const viewBuild = buildMissingViews(options, buildId);
  const nextLease = leasesOf(pool, buildId);
  const project = async (signal: AbortSignal) => {
    const token = await nextLease();
    if (token) await projectUntil({ ...options, onShown: (position) => positions.raise(position) }, token, signal);
  };
  let isStopping = false;
  let candidacy: Candidacy | undefined;
  void viewBuild.done.then(() => {
    if (!isStopping) candidacy = whileLeader(databaseUrl, 'projector', logger, project);
  });
  return {
    reached: (position, timeoutMs) => positions.reached(position, timeoutMs),
    shows: (view, position) => positions.shows(view, position),
    position: () => positions.current(),
    inPlace: () => viewBuild.done,
    async health() {
      const [checkpoints, head, deadLetters] = await Promise.all([
        readCheckpoints(pool),
        store.head(),
        countDeadLetters(pool),
      ]);
      const missing = options.views.filter((view) => !isThere(view, checkpoints)).map(({ name }) => name);
      const stopped = checkpoints.filter(({ state }) => state === 'stopped').map(({ view }) => view);
      const building = { building: missing, progress: viewBuild.progress() };
      // The relay's dead letters are in the same table.
      const total = Object.values(deadLetters).reduce((sum, count) => sum + count, 0);
      return {
        ok: missing.length === 0,
        deadLetters: total,
        detail: { head, checkpoints, ...building, stopped, deadLetters },
      };
    },
    status: () => viewStatuses(pool, store, options.views),
    async stop() {
      isStopping = true;
      await viewBuild.stop();
      await candidacy?.stop();
      await positions.stop();
    },
  };
}

/** Or a later version, which a later program projects. */
function isThere<E extends AnyEvent>(view: AnyView<E>, checkpoints: readonly Checkpoint[]): boolean {
  return checkpoints.some((checkpoint) => checkpoint.view === view.name && checkpoint.version >= view.version);
}

/** A hash of the views and their versions: equal for replicas of the same program. */
function buildIdOf<E extends AnyEvent>(views: readonly AnyView<E>[]): string {
  const names = views.map(({ name, version }) => `${name} ${version}`).sort();
  return createHash('sha256').update(names.join()).digest('hex').slice(0, 12);
}

/**
 * A lease may begin while the views belong to this program. Replicas of another program wait, and take the views over
 * once every replica of the first is gone: when they keep getting the lead for 5 s and nobody begins a lease meanwhile.
 */
function leasesOf(pool: Pool, buildId: string): () => Promise<FencingToken | undefined> {
  let free: { epoch: number; since: number } | undefined;
  return async () => {
    const isAbandoned = free !== undefined && performance.now() - free.since > ABANDONED_MS;
    const begun = await beginEpoch(pool, buildId, isAbandoned ? free?.epoch : undefined);
    if (begun) return begun;
    const epoch = await readEpoch(pool);
    if (free?.epoch !== epoch) free = { epoch, since: performance.now() };
    return undefined;
  };
}
