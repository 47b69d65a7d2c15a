import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { ViewStanding } from '@repairline/contracts/standing';
import type { AnyEvent } from '@repairline/event-store/event-store';
import type { HealthCheck } from '@repairline/service-kit/health';
import { deposeOthers, whileLeader } from '@repairline/service-kit/leadership';
import { inSpansOf } from '@repairline/service-kit/tracing';
import { applyBatch } from './apply-batch';
import { applyTogether } from './apply-together';
import { buildMissing, createSerial, type Projecting, type Serial, type Term } from './build-missing';
import { beginEpoch, countDeadLetters, holdEpoch, readCheckpoints, readSkipped, type Checkpoint } from './checkpoints';
import { inTransaction } from './transaction';
import type { AnyView } from './view';
import { followPositions, viewsChannel } from './view-positions';
import { viewStandings } from './view-standing';

const BATCH = 1_000;
const LOOK_AGAIN_MS = 1_000;

export interface ViewsOptions<E extends AnyEvent> extends Projecting<E> {
  /** After the views have committed a batch: what they now show, for notices. Failures are logged, never retried here. */
  onCommitted?: (batch: EventEnvelope<E>[], stretch: { after: number; upTo: number }) => Promise<void>;
}

export interface Views {
  /** Resolves when all live views show the position. @throws {DomainError} `views_behind` after `timeoutMs` (2,000) */
  reached(position: number, timeoutMs?: number): Promise<void>;
  position(): number;
  health(): Promise<HealthCheck>;
  standing(): Promise<ViewStanding[]>;
  stop(): Promise<void>;
}

/**
 * Keeps a service's views up to date. One replica projects at a time; the others only follow where the views are. A view
 * that is new, or whose version has changed, is built beside the live ones and joins them.
 */
export async function startViews<E extends AnyEvent>(options: ViewsOptions<E>): Promise<Views> {
  const { pool, databaseUrl, logger, store } = options;
  const positions = await followPositions(pool, databaseUrl, options.views);
  const edition = editionOf(options.views);
  const project = (signal: AbortSignal) =>
    projectUntil({ ...options, onShown: (position) => positions.raise(position) }, signal);
  const candidacy = whileLeader(databaseUrl, 'projector', logger, project, edition);
  const stopping = new AbortController();
  const overtaking = overtakeEarlier(options, edition, stopping.signal);
  return {
    reached: (position, timeoutMs) => positions.reached(position, timeoutMs),
    position: () => positions.current(),
    async health() {
      const [checkpoints, head, deadLetters] = await Promise.all([
        readCheckpoints(pool),
        store.head(),
        countDeadLetters(pool),
      ]);
      const missing = options.views.filter((view) => !isCurrent(view, checkpoints)).map(({ name }) => name);
      const stopped = checkpoints.filter(({ state }) => state === 'stopped').map(({ view }) => view);
      return { ok: missing.length === 0, detail: { head, checkpoints, building: missing, stopped, deadLetters } };
    },
    standing: () => viewStandings(pool, store, options.views),
    async stop() {
      stopping.abort();
      await overtaking;
      await candidacy.stop();
      await positions.stop();
    },
  };
}

function isCurrent<E extends AnyEvent>(view: AnyView<E>, checkpoints: readonly Checkpoint[]): boolean {
  return checkpoints.some((checkpoint) => checkpoint.view === view.name && checkpoint.version === view.version);
}

/** Views and their versions: what a replica of the same program has too. */
function editionOf<E extends AnyEvent>(views: readonly AnyView<E>[]): string {
  const names = views.map(({ name, version }) => `${name} ${version}`).sort();
  return createHash('sha256').update(names.join()).digest('hex').slice(0, 12);
}

/**
 * Whoever projects builds the views that it knows. A replica of an earlier version that holds the lead would leave the new
 * ones unbuilt for as long as it lives, and it lives until this one is ready.
 */
async function overtakeEarlier<E extends AnyEvent>(
  { pool, views, logger }: ViewsOptions<E>,
  edition: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const known = new Map((await readCheckpoints(pool)).map(({ view, version }) => [view, version]));
      if (views.every(({ name, version }) => (known.get(name) ?? 0) >= version)) return;
      await deposeOthers(pool, 'projector', edition);
    } catch (error) {
      logger.warn({ err: error }, 'the lead of an earlier version could not be ended');
    }
    await delay(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

interface ProjectorOptions<E extends AnyEvent> extends ViewsOptions<E> {
  onShown(position: number): void;
}

/** One term of projecting: everything written in it carries its epoch. */
async function projectUntil<E extends AnyEvent>(options: ProjectorOptions<E>, signal: AbortSignal): Promise<void> {
  const { store, pool, views, logger } = options;
  const hold = await beginEpoch(pool);
  const checkpoints = await readCheckpoints(pool);
  const skipped = await readSkipped(pool, options.service);
  const built = new Set(checkpoints.map(({ view }) => view));
  const unbuilt = new Set(views.map(({ name }) => name).filter((name) => !built.has(name)));
  const term = { ...options, ...hold, live: new Map<AnyView<E>, Checkpoint>(), unbuilt, cursor: 0 };
  for (const view of views) {
    const checkpoint = checkpoints.find(
      (candidate) => candidate.view === view.name && candidate.version === view.version,
    );
    if (checkpoint) term.live.set(view, { ...checkpoint, skipped: skipped.get(view.name) });
  }
  const following = [...term.live.values()].filter(({ state }) => state === 'live');
  term.cursor = following.length > 0 ? Math.min(...following.map(({ position }) => position)) : await store.head();

  const failed = new AbortController();
  const serially = createSerial();
  const notify = createSerial();
  const subscription = store.subscribe({
    after: term.cursor,
    batchSize: BATCH,
    onBatch: (batch) => serially(() => projectBatch(term, batch, notify)),
    onError: (error) => {
      logger.error({ err: error }, 'the views cannot be brought up to date');
      if (error instanceof Error && error.name === 'Fenced') failed.abort();
    },
  });
  const ending = AbortSignal.any([signal, failed.signal]);
  const building = buildMissing(term, ending, serially).catch((error: unknown) => {
    if (ending.aborted) return;
    logger.error({ err: error }, 'a view could not be built');
    failed.abort();
  });
  if (!ending.aborted) await once(ending, 'abort');
  await subscription.stop();
  await building;
  await notify(async () => undefined);
}

/** Each view for itself, where one of them cannot take in all of the batch, or its table was replaced meanwhile. */
function applyOneByOne<E extends AnyEvent>(
  term: Term<E>,
  batch: EventEnvelope<E>[],
  channel: string | null,
): Promise<[AnyView<E>, Checkpoint][]> {
  return inTransaction(term.pool, async (tx) => {
    const hold = await holdEpoch(tx, term.epoch);
    const next: [AnyView<E>, Checkpoint][] = [];
    for (const [view, checkpoint] of term.live) next.push([view, await applyBatch(tx, view, checkpoint, batch)]);
    if (channel) await tx.query('select pg_notify($1, $2)', [channel, String(batch.at(-1)?.position)]);
    term.replaced = hold.replaced;
    return next;
  });
}

async function projectBatch<E extends AnyEvent>(
  term: Term<E> & Pick<ProjectorOptions<E>, 'onCommitted' | 'onShown'>,
  batch: EventEnvelope<E>[],
  notify: Serial,
): Promise<void> {
  const after = term.cursor;
  const upTo = batch.at(-1)?.position ?? after;
  const led = batch.map(({ correlationId }) => correlationId);
  const channel = term.unbuilt.size === 0 ? viewsChannel(term.service) : null;
  const reached = await inSpansOf(
    led,
    `views of ${term.service}`,
    {},
    async () => (await applyTogether({ ...term, channel }, batch)) ?? applyOneByOne(term, batch, channel),
  );
  for (const [view, checkpoint] of reached) {
    if (checkpoint.state === 'stopped' && term.live.get(view)?.state === 'live') {
      term.logger.error(
        { view: view.name, position: checkpoint.position },
        'a view has stopped before an event it cannot take in',
      );
    }
    term.live.set(view, checkpoint);
  }
  term.cursor = upTo;
  if (channel) term.onShown(upTo);
  const { onCommitted, logger } = term;
  if (!onCommitted) return;
  const tell = () => onCommitted(batch, { after, upTo });
  void notify(() => inSpansOf(led, `notices of ${term.service}`, { kind: 'producer' }, tell)).catch((error: unknown) =>
    logger.warn({ err: error }, 'a notice was not sent'),
  );
}
