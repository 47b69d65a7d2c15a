import { setTimeout as pause } from 'node:timers/promises';
import type { Feed } from './feed';
import type { KnownLog } from '../index/known-log';
import { AnotherLogError } from '../index/same-log';

export interface WatchdogOptions {
  feed: Feed;
  known: KnownLog;
  watchEveryMs: number;
  check: () => Promise<void>;
  refresh: () => Promise<void>;
  save: () => Promise<void>;
  report: (error: unknown) => void;
}

/**
 * A subscription of this client can go silent: no event, no error, no end. So every `watchEveryMs` the end of the log
 * is read. A subscription that has not moved since the previous check, although it already had something to deliver
 * then, is replaced. So is one whose server no longer holds the known log, until it does. The watchdog also saves the
 * index.
 * @returns a function that stops it
 */
export function startWatchdog({ feed, known, watchEveryMs, check, refresh, save, report }: WatchdogOptions) {
  const stopping = new AbortController();
  let before = { head: -1, reached: -1 };

  async function look(): Promise<void> {
    await check().catch((error: unknown) => {
      if (error instanceof AnotherLogError) feed.renew();
      throw error;
    });
    await refresh();
    const reached = feed.reached();
    if (feed.isLive() && reached === before.reached && reached < before.head) {
      report(new Error('The subscription to EventStoreDB has gone silent and is made again'));
      feed.renew();
    }
    before = { head: known.index.last(), reached };
    await save();
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pause(watchEveryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) await look().catch(report);
    }
  }

  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
  };
}
