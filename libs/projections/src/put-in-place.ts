import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { AnyEvent, EventStore } from '@repairline/event-store/event-store';
import type { Logger } from '@repairline/service-kit/logger';
import { openBuildSite } from './build-site';
import { dropLetterBox, type Building } from './build-view';
import { claimViews, countDeadLetters, isEdition, readCheckpoints } from './checkpoints';
import { replaceViews } from './rebuild';
import type { AnyView } from './view';

/** A service's log, its views, and where they are kept. */
export interface Projecting<E extends AnyEvent> {
  service: string;
  store: EventStore<E>;
  pool: Pool;
  databaseUrl: string;
  views: readonly AnyView<E>[];
  logger: Logger;
}

export interface Placing {
  /** Resolves once every view is in place, or is known to have an event that it cannot take in. */
  done: Promise<void>;
  /** Of the building that is under way: events taken in, and how many there are. */
  progress(): BuildProgress | undefined;
  stop(): Promise<void>;
}

export interface BuildProgress {
  done: number;
  of: number;
}

const LOOK_AGAIN_MS = 1_000;

/**
 * Sees to it that the program's own views are there: those that are missing, or of an earlier version, are built beside and
 * take their places together. Whoever projects goes on with the earlier ones until then. Once they are in place they
 * are the program's, `edition`, and their projector is one of its replicas.
 */
export function putInPlace<E extends AnyEvent>(options: Projecting<E>, edition: string): Placing {
  const stopping = new AbortController();
  const { signal } = stopping;
  const refused = new Set<string>();
  let progress: BuildProgress | undefined;
  const onProgress = (done: number, of: number) => (progress = { done, of });
  let settle = () => undefined as void;
  const done = new Promise<void>((resolve) => (settle = resolve));
  const keep = async () => {
    while (!signal.aborted) {
      try {
        const { views } = await viewsWanting(options, edition, refused);
        if (views.length === 0) settle();
        else if (await build({ ...options, onProgress }, edition, refused, signal)) continue;
      } catch (error) {
        if (!signal.aborted) options.logger.warn({ err: error }, 'the views cannot be built yet');
      } finally {
        progress = undefined;
      }
      await delay(LOOK_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  };
  const keeping = keep();
  return {
    done,
    progress: () => progress,
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}

interface Wanting<E extends AnyEvent> {
  views: AnyView<E>[];
  /** The service's views are of this program's kind already. */
  isMine: boolean;
}

/**
 * Of another program's views those that this one has later, and once more only where somebody has settled the dead letter that
 * was in the way: the other goes on with them. Of its own all that are not there as it has them.
 */
async function viewsWanting<E extends AnyEvent>(
  { pool, views }: Pick<Projecting<E>, 'pool' | 'views'>,
  edition: string,
  refused: Set<string>,
): Promise<Wanting<E>> {
  const versions = new Map((await readCheckpoints(pool)).map(({ view, version }) => [view, version]));
  const isMine = await isEdition(pool, edition);
  if (refused.size > 0) {
    const letters = await countDeadLetters(pool);
    for (const view of refused) if (!letters[view]) refused.delete(view);
  }
  const others = views.filter(({ name, version }) => versions.get(name) !== version && !refused.has(name));
  if (isMine) return { views: others, isMine };
  const earlier = others.filter(({ name, version }) => (versions.get(name) ?? 0) < version);
  return { views: refused.size > 0 ? [] : earlier, isMine };
}

/** False where another replica is at it. */
async function build<E extends AnyEvent>(
  options: Projecting<E> & Pick<Building<E>, 'onProgress'>,
  edition: string,
  refused: Set<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const { databaseUrl, service, store, logger, onProgress } = options;
  const site = await openBuildSite(databaseUrl, service);
  if (!site) return false;
  try {
    const { views, isMine } = await viewsWanting(options, edition, refused);
    if (views.length === 0) return true;
    const started = performance.now();
    await site.transact((tx) => dropLetterBox(tx, site.schema));
    const outcomes = await replaceViews(
      views.map((view) => ({ store, service, view, site, signal, onProgress })),
      {
        of: isMine ? 'other versions, each' : 'other versions, all or none',
        alongside: (tx) => claimViews(tx, edition),
      },
    );
    const built = outcomes.flatMap(({ isInPlace, checkpoint }) => (isInPlace ? [checkpoint.view] : []));
    if (built.length > 0) logger.info({ views: built, ms: Math.round(performance.now() - started) }, 'views built');
    for (const { checkpoint } of outcomes.filter(
      ({ isInPlace, checkpoint }) => !isInPlace && checkpoint.state === 'stopped',
    )) {
      const { view, position } = checkpoint;
      refused.add(view);
      logger.error({ view, position }, 'a new view cannot take in an event; the old one stays');
    }
    return true;
  } finally {
    await site.close();
  }
}
