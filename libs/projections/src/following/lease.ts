import { once } from 'node:events';
import type { EventEnvelope } from '@repairline/contracts/event';
import { readSkipped } from '@repairline/event-store/dead-letters';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { isReadable } from '@repairline/event-store/unreadable-event';
import { inSpansOf } from '@repairline/service-kit/monitoring/tracing';
import { applyBatch, writeChanges, type Reached, type Tables } from '../apply-batch';
import type { ProjectionOptions } from '../building/build-missing-views';
import { readCheckpoints, renewToken, type Checkpoint, type FencingToken } from './checkpoints';
import type { AnyView } from '../view';
import { viewsChannel } from './view-positions';

const BATCH = 1_000;

export interface ViewsOptions<E extends AnyEvent> extends ProjectionOptions<E> {
  /**
   * Called after the views have committed a batch, with what they now show, for notices. Failures are logged and never
   * retried. Each lease begins with an empty batch, because the previous projector may have ended before announcing its
   * last one.
   */
  onCommitted?: (batch: EventEnvelope<E>[], stretch: { after: number; upTo: number }) => Promise<void>;
}

interface ProjectorOptions<E extends AnyEvent> extends ViewsOptions<E> {
  onShown(position: number): void;
}

/** One replica's time as projector. */
interface Lease<E extends AnyEvent> extends ProjectorOptions<E>, FencingToken {
  live: Reached<E>;
  /** Views are missing or belong to a later program that is gone; until they are built, no position counts as shown. */
  isPartial: boolean;
  cursor: number;
}

/** Projects until the signal is aborted or a batch fails. Everything written in a lease is fenced by its epoch. */
export async function projectUntil<E extends AnyEvent>(
  options: ProjectorOptions<E>,
  token: FencingToken,
  signal: AbortSignal,
): Promise<void> {
  const { store, pool, views, logger } = options;
  const stored = new Map((await readCheckpoints(pool)).map((checkpoint) => [checkpoint.view, checkpoint]));
  const skipped = await readSkipped(pool, options.service);
  const isPartial = views.some(({ name, version }) => (stored.get(name)?.version ?? Infinity) > version);
  const live = new Map<AnyView<E>, Checkpoint>();
  for (const view of views) {
    const checkpoint = stored.get(view.name);
    if (checkpoint?.version === view.version) live.set(view, { ...checkpoint, skipped: skipped.get(view.name) });
  }
  const cursor = shownBy(live) ?? (await store.head());
  const lease = { ...options, ...token, live, isPartial, cursor };

  const failed = new AbortController();
  const notify = createSerial();
  tell(lease, notify, [], { after: lease.cursor, upTo: lease.cursor });
  const subscription = store.subscribe({
    after: lease.cursor,
    batchSize: BATCH,
    onBatch: (batch) =>
      projectBatch(lease, batch, notify).catch((error: unknown) => {
        // The batch may have been written and only the answer lost: the next lease begins with what is stored.
        failed.abort();
        throw error;
      }),
    onError: (error) => logger.error({ err: error }, 'the views cannot be brought up to date'),
  });
  const ending = AbortSignal.any([signal, failed.signal]);
  if (!ending.aborted) await once(ending, 'abort');
  await subscription.stop();
  await notify(async () => undefined);
}

type Serial = (work: () => Promise<unknown>) => Promise<unknown>;

/** Runs one piece of work at a time, in the order requested. */
function createSerial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}

/** The position that all live views have reached; undefined if all have stopped. */
function shownBy<E extends AnyEvent>(live: Reached<E>): number | undefined {
  const positions = [...live.values()].filter(({ state }) => state === 'live').map(({ position }) => position);
  return positions.length > 0 ? Math.min(...positions) : undefined;
}

/** The tables that are read, for as long as the lease lasts. */
function liveTables<E extends AnyEvent>(lease: Lease<E>): Tables<E> {
  const { pool, service, epoch, isPartial } = lease;
  const channel = isPartial ? null : viewsChannel(service);
  return {
    // Outside a transaction: nobody else writes rows during this lease, and rows read before a replacement are not
    // written.
    attempt: (work) => work(pool),
    async write(db, changes, upTo) {
      const next = new Map([...lease.live, ...changes.map(({ view, checkpoint }) => [view, checkpoint] as const)]);
      const shown = Math.min(shownBy(next) ?? upTo, upTo);
      const isWritten = await writeChanges(db, changes, { epoch, replaced: lease.replaced, channel, shown });
      if (!isWritten) lease.replaced = (await renewToken(pool, epoch)).replaced;
      else lease.live = next;
      return isWritten;
    },
  };
}

async function projectBatch<E extends AnyEvent>(
  lease: Lease<E>,
  batch: EventEnvelope<E>[],
  notify: Serial,
): Promise<void> {
  const after = lease.cursor;
  const upTo = batch.at(-1)?.position ?? after;
  const led = batch.map(({ correlationId }) => correlationId);
  const before = lease.live;
  await inSpansOf(led, `views of ${lease.service}`, {}, () => applyBatch(liveTables(lease), lease.live, batch));
  for (const [view, { state, position }] of lease.live) {
    if (state === 'stopped' && before.get(view)?.state === 'live')
      lease.logger.error({ view: view.name, position }, 'a view has stopped before an event it cannot process');
  }
  lease.cursor = upTo;
  if (!lease.isPartial) lease.onShown(upTo);
  tell(lease, notify, batch, { after, upTo });
}

function tell<E extends AnyEvent>(
  { onCommitted, service, logger }: Lease<E>,
  notify: Serial,
  batch: EventEnvelope<E>[],
  stretch: { after: number; upTo: number },
): void {
  if (!onCommitted) return;
  const led = batch.map(({ correlationId }) => correlationId);
  const shown = batch.filter(isReadable);
  const work = () => inSpansOf(led, `notices of ${service}`, { kind: 'producer' }, () => onCommitted(shown, stretch));
  void notify(work).catch((error: unknown) => logger.warn({ err: error }, 'a notice was not sent'));
}
