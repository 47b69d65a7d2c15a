import { once } from 'node:events';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { isReadable } from '@repairline/event-store/unreadable-event';
import { inSpansOf } from '@repairline/service-kit/monitoring/tracing';
import { inTransaction } from '@repairline/postgres/transaction';
import { applyBatch } from './apply-batch';
import { applyTogether } from './apply-together';
import type { ProjectionOptions } from '../building/build-missing-views';
import { lockEpoch, readCheckpoints, readSkipped, type Checkpoint, type FencingToken } from './checkpoints';
import type { AnyView } from '../view';
import { viewsChannel } from './view-positions';

const BATCH = 1_000;

export interface ViewsOptions<E extends AnyEvent> extends ProjectionOptions<E> {
  /**
   * Called after the views have committed a batch, with what they now show, for notices. Failures are logged and never
   * retried. Each term begins with an empty batch, because the previous projector may have ended before announcing its
   * last one.
   */
  onCommitted?: (batch: EventEnvelope<E>[], stretch: { after: number; upTo: number }) => Promise<void>;
}

interface ProjectorOptions<E extends AnyEvent> extends ViewsOptions<E> {
  onShown(position: number): void;
}

/** One replica's time as projector. */
interface Term<E extends AnyEvent> extends ProjectorOptions<E>, FencingToken {
  live: Map<AnyView<E>, Checkpoint>;
  /** Views are missing or belong to a later program that is gone; until they are built, no position counts as shown. */
  isPartial: boolean;
  cursor: number;
}

/** Projects until the signal is aborted or a batch fails. Everything written in a term is fenced by its epoch. */
export async function projectUntil<E extends AnyEvent>(
  options: ProjectorOptions<E>,
  token: FencingToken,
  signal: AbortSignal,
): Promise<void> {
  const { store, pool, views, logger } = options;
  const stored = new Map((await readCheckpoints(pool)).map((checkpoint) => [checkpoint.view, checkpoint]));
  const skipped = await readSkipped(pool, options.service);
  const isPartial = views.some(({ name, version }) => (stored.get(name)?.version ?? Infinity) > version);
  const term = { ...options, ...token, live: new Map<AnyView<E>, Checkpoint>(), isPartial, cursor: 0 };
  for (const view of views) {
    const checkpoint = stored.get(view.name);
    if (checkpoint?.version === view.version) term.live.set(view, { ...checkpoint, skipped: skipped.get(view.name) });
  }
  const following = [...term.live.values()].filter(({ state }) => state === 'live');
  term.cursor = following.length > 0 ? Math.min(...following.map(({ position }) => position)) : await store.head();

  const failed = new AbortController();
  const notify = createSerial();
  tell(term, notify, [], { after: term.cursor, upTo: term.cursor });
  const subscription = store.subscribe({
    after: term.cursor,
    batchSize: BATCH,
    onBatch: (batch) =>
      projectBatch(term, batch, notify).catch((error: unknown) => {
        // The batch may have been written and only the answer lost: the next term begins with what is stored.
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

/**
 * Applies each view separately, when one of them cannot take in the whole batch or its table was replaced meanwhile.
 */
function applyOneByOne<E extends AnyEvent>(
  term: Term<E>,
  batch: EventEnvelope<E>[],
  channel: string | null,
): Promise<[AnyView<E>, Checkpoint][]> {
  return inTransaction(term.pool, async (tx) => {
    const token = await lockEpoch(tx, term.epoch);
    const next: [AnyView<E>, Checkpoint][] = [];
    for (const [view, checkpoint] of term.live) next.push([view, await applyBatch(tx, view, checkpoint, batch)]);
    if (channel) await tx.query('select pg_notify($1, $2)', [channel, String(batch.at(-1)?.position)]);
    term.replaced = token.replaced;
    return next;
  });
}

async function projectBatch<E extends AnyEvent>(
  term: Term<E>,
  batch: EventEnvelope<E>[],
  notify: Serial,
): Promise<void> {
  const after = term.cursor;
  const upTo = batch.at(-1)?.position ?? after;
  const led = batch.map(({ correlationId }) => correlationId);
  const channel = term.isPartial ? null : viewsChannel(term.service);
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
        'a view has stopped before an event it cannot process',
      );
    }
    term.live.set(view, checkpoint);
  }
  term.cursor = upTo;
  if (channel) term.onShown(upTo);
  tell(term, notify, batch, { after, upTo });
}

function tell<E extends AnyEvent>(
  { onCommitted, service, logger }: Term<E>,
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
