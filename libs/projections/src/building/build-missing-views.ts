import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { countDeadLetters } from '@repairline/event-store/dead-letters';
import type { AnyEvent, LogReader } from '@repairline/event-store/event-store';
import type { Logger } from '@repairline/service-kit/logger';
import { emptyBuildSite, openBuildSite } from './build-site';
import type { Building } from './build-views';
import { claimViews, isCurrentBuild, readCheckpoints } from '../following/checkpoints';
import { replaceViews } from './rebuild';
import type { AnyView } from '../view';

/** A service's views, where they are stored, and the log they are made from: its own or one that another publishes. */
export interface ProjectionOptions<E extends AnyEvent> {
  service: string;
  store: LogReader<E>;
  pool: Pool;
  databaseUrl: string;
  views: readonly AnyView<E>[];
  logger: Logger;
}

export interface ViewBuild {
  /** Resolves once every view is in place or is known to contain an event it cannot take in. */
  done: Promise<void>;
  /** For the build under way: the position reached and the target position. */
  progress(): BuildProgress | undefined;
  stop(): Promise<void>;
}

export interface BuildProgress {
  done: number;
  of: number;
}

const LOOK_AGAIN_MS = 1_000;
/** After a failure; every attempt may read the whole log. */
const LONGEST_PAUSE_MS = 60_000;

/**
 * Keeps the program's own views in place: views that are missing or of an earlier version are built beside the live ones
 * and take their places together. Until then the projector keeps the earlier ones current. From then on the views
 * belong to this program's build, and one of its replicas is the projector.
 */
export function buildMissingViews<E extends AnyEvent>(options: ProjectionOptions<E>, buildId: string): ViewBuild {
  const stopping = new AbortController();
  const { signal } = stopping;
  const refused = new Set<string>();
  let progress: BuildProgress | undefined;
  const onProgress = (done: number, of: number) => (progress = { done, of });
  let settle = () => undefined as void;
  const done = new Promise<void>((resolve) => (settle = resolve));
  const keep = async () => {
    // A builder may have been killed; whoever opens the site next drops what is left.
    await emptyBuildSite(options.databaseUrl, options.service).catch(() => undefined);
    for (let failures = 0; !signal.aborted;) {
      try {
        const { views } = await missingViews(options, buildId, refused);
        if (views.length === 0) settle();
        else if (await build({ ...options, onProgress }, buildId, refused, signal)) continue;
        failures = 0;
      } catch (error) {
        failures += 1;
        if (!signal.aborted) options.logger.warn({ err: error }, 'the views cannot be built yet');
      } finally {
        progress = undefined;
      }
      const pauseMs = Math.min(LOOK_AGAIN_MS * 2 ** Math.max(0, failures - 1), LONGEST_PAUSE_MS);
      await delay(pauseMs, undefined, { signal }).catch(() => undefined);
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

interface MissingViews<E extends AnyEvent> {
  views: AnyView<E>[];
  /** The service's views already belong to this program's build. */
  isMine: boolean;
}

/**
 * If the views belong to another program: those that are later in this one. If any of them could not be built, none
 * until somebody has settled the dead letter that was in the way; the other program keeps them current meanwhile. If
 * they belong to this program: all that are missing or of another version.
 */
async function missingViews<E extends AnyEvent>(
  { pool, views }: Pick<ProjectionOptions<E>, 'pool' | 'views'>,
  buildId: string,
  refused: Set<string>,
): Promise<MissingViews<E>> {
  const versions = new Map((await readCheckpoints(pool)).map(({ view, version }) => [view, version]));
  const isMine = await isCurrentBuild(pool, buildId);
  if (refused.size > 0) {
    const letters = await countDeadLetters(pool);
    for (const view of refused) if (!letters[view]) refused.delete(view);
  }
  const others = views.filter(({ name, version }) => versions.get(name) !== version && !refused.has(name));
  if (isMine) return { views: others, isMine };
  const earlier = others.filter(({ name, version }) => (versions.get(name) ?? 0) < version);
  return { views: refused.size > 0 ? [] : earlier, isMine };
}

/** False if another replica is building. */
async function build<E extends AnyEvent>(
  options: ProjectionOptions<E> & Pick<Building<E>, 'onProgress'>,
  buildId: string,
  refused: Set<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const { databaseUrl, service, store, logger, onProgress } = options;
  const site = await openBuildSite(databaseUrl, service);
  if (!site) return false;
  try {
    const { views, isMine } = await missingViews(options, buildId, refused);
    if (views.length === 0) return true;
    const started = performance.now();
    const outcomes = await replaceViews(
      views.map((view) => ({ store, service, view, site, signal, onProgress })),
      {
        of: isMine ? 'other versions, each' : 'other versions, all or none',
        alongside: (tx) => claimViews(tx, buildId),
      },
    );
    const built = outcomes.flatMap(({ isInPlace, checkpoint }) => (isInPlace ? [checkpoint.view] : []));
    if (built.length > 0) logger.info({ views: built, ms: Math.round(performance.now() - started) }, 'views built');
    for (const { checkpoint } of outcomes.filter(
      ({ isInPlace, checkpoint }) => !isInPlace && checkpoint.state === 'stopped',
    )) {
      const { view, position } = checkpoint;
      refused.add(view);
      logger.error({ view, position }, 'a new view cannot process an event; the old one stays');
    }
    return true;
  } finally {
    await site.close();
  }
}
