import { setTimeout as pause } from 'node:timers/promises';
import type { Feed } from './feed';
import type { KnownLog } from './known-log';

export interface WatchdogOptions {
  feed: Feed;
  known: KnownLog;
  watchEveryMs: number;
  refresh: () => Promise<void>;
  save: () => Promise<void>;
  report: (error: unknown) => void;
}

/**
 * A subscription of this client can go silent: no event, no error, no end. So from time to time the log's end is looked up
 * by reading, and a subscription that has not moved since the last look, though there was something to tell even then, is
 * given up for a new one. Also writes down what is known. @returns how to end it
 */
export function startWatchdog({ feed, known, watchEveryMs, refresh, save, report }: WatchdogOptions) {
  const stopping = new AbortController();
  let before = { head: -1, reached: -1 };

  async function look(): Promise<void> {
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
