import type { Pool } from 'pg';
import { readEverything, type Connection } from '../connection';
import { startFeed, type Feed } from './feed';
import { loadIndex, saveIndex, type Place } from '../index/index-table';
import { createKnownLog, type KnownLog } from '../index/known-log';
import type { LogMark } from '../index/log-mark';
import { fromRecorded, isLogged } from '../logged-event';
import { checkOwnLog, checkSameLog } from '../index/same-log';
import { startWatchdog } from './watchdog';
import { coalesced } from '../work-queues';

export interface LogTailOptions {
  connection: Connection;
  prefix: string;
  mark: LogMark;
  /** Stores the index between runs. */
  pool: Pool;
  watchEveryMs: number;
  report: (error: unknown) => void;
}

const PAGE = 1_000;
const FEED_PATIENCE_MS = 250;

/**
 * The end of the service's log as this process knows it, kept current by a subscription and, if that lags, by reading.
 */
export function openLogTail(options: LogTailOptions) {
  const { connection, prefix, mark, pool } = options;
  const known = createKnownLog();
  const keeper = createKeeper(pool, known);
  let feed: Feed | undefined;
  let stopWatching = () => Promise.resolve();
  let opening: Promise<void> | undefined;

  async function open(): Promise<void> {
    const saved = await loadIndex(pool);
    known.restore(saved);
    keeper.saved(saved.commits.length);
    if (!saved.lookedUpTo) await begin();
    await check();
    feed = startFeed({ ...options, known, check });
    stopWatching = startWatchdog({ ...options, feed, known, check, refresh, save: keeper.save });
  }

  async function begin(): Promise<void> {
    await readOn();
    await checkOwnLog(pool, known);
    // Only a marked log counts as begun.
    await check();
    await keeper.save();
  }

  /** Opens at the first use; if that fails, again at the next. */
  async function ready(): Promise<void> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    await opening;
    // While the subscription lives, so does the connection on which the log was last found.
    if (!feed?.isLive()) await check();
  }

  const readOn = coalesced(() => readToEnd(connection, prefix, known));
  const check = coalesced(() => checkSameLog(connection, prefix, known, mark));
  /** Afterwards everything recorded before the call is known. */
  async function refresh(): Promise<void> {
    await ready();
    await readOn();
  }

  return {
    known,
    ready,
    refresh,
    /** The position of a recorded event; waits until it is known. */
    async positionOf(commit: number): Promise<number> {
      await ready();
      if (known.index.last() < commit && feed?.isLive()) await grownTo(known, commit);
      if (known.index.last() < commit) await refresh();
      const position = known.index.positionOf(commit);
      if (position !== undefined) return position;
      await check();
      throw new Error(`EventStoreDB does not list the event at its commit position ${commit}`);
    },
    async close(): Promise<void> {
      await opening?.catch(() => undefined);
      await stopWatching();
      await feed?.close();
      if (opening) await keeper.save().catch(options.report);
    },
  };
}

export type LogTail = ReturnType<typeof openLogTail>;

/** Saves the index if there is something new to save. */
function createKeeper(pool: Pool, known: KnownLog) {
  let saved = 0;
  let savedPlace: Place | null = null;
  return {
    saved: (count: number) => void (saved = count),
    async save(this: void): Promise<void> {
      const lookedUpTo = known.lookedUpTo();
      if (!lookedUpTo || lookedUpTo === savedPlace) return;
      saved = await saveIndex(pool, known.index, saved, { lastEvent: known.lastEvent(), lookedUpTo });
      savedPlace = lookedUpTo;
    },
  };
}

async function readToEnd(connection: Connection, prefix: string, known: KnownLog): Promise<void> {
  for (let found = PAGE; found === PAGE;) {
    const page = await readEverything(connection, known.lookedUpTo(), PAGE);
    for (const event of page) {
      if (isLogged(prefix, event)) known.take(fromRecorded(prefix, event));
      else if (event.position)
        known.lookedAt({ commit: Number(event.position.commit), prepare: Number(event.position.prepare) });
    }
    found = page.length;
  }
}

function grownTo(known: KnownLog, commit: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = known.onGrown(() => known.index.last() >= commit && done());
    const timer = setTimeout(done, FEED_PATIENCE_MS);
  });
}
