import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { streamNameFilter, type AllStreamSubscription } from '@eventstore/db-client';
import { toPosition, type Connection } from '../connection';
import type { KnownLog } from '../index/known-log';
import { fromRecorded, isLogged } from '../logged-event';

export interface FeedOptions {
  connection: Connection;
  prefix: string;
  known: KnownLog;
  /** Makes sure that the server holds the known log. */
  check: () => Promise<void>;
  report: (error: unknown) => void;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** In units of the server's search window, 32 events. */
const CHECKPOINT_EVERY = 8;

/**
 * One subscription to the service's events in `$all`, shared by everything in this process that follows the log.
 * Re-created, with growing pauses, whenever it ends: by then the server may be another, or hold another log.
 */
export function startFeed(options: FeedOptions) {
  const { known, check, report } = options;
  const closing = new AbortController();
  const state = { isLive: false, reached: -1, end: () => undefined as void };
  let failures = 0;

  async function follow(): Promise<void> {
    while (!closing.signal.aborted) {
      state.reached = known.lookedUpTo()?.commit ?? -1;
      await check()
        .then(() => hold(options, state, closing.signal))
        .then(() => (failures = 0), report);
      const ms = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      failures += 1;
      await pause(ms, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  const following = follow();
  return {
    isLive: () => state.isLive,
    /** Commit position that the subscription has reached, by events and checkpoints. */
    reached: () => state.reached,
    /** Drops the current subscription; the next is created at once. */
    renew: () => state.end(),
    async close() {
      closing.abort();
      state.end();
      await following;
    },
  };
}

export type Feed = ReturnType<typeof startFeed>;

interface FeedState {
  isLive: boolean;
  reached: number;
  end: () => void;
}

/** Resolves when the subscription was dropped here or ended by the server; neither loses anything. */
async function hold({ connection, prefix, known }: FeedOptions, state: FeedState, closing: AbortSignal): Promise<void> {
  const filter = streamNameFilter({
    prefixes: [prefix],
    checkpointInterval: CHECKPOINT_EVERY,
    checkpointReached: async (_subscription, { commit, prepare }) => {
      await taken(subscription);
      if (subscription.destroyed) return;
      state.reached = Number(commit);
      known.lookedAt({ commit: Number(commit), prepare: Number(prepare) });
    },
  });
  const fromPosition = toPosition(known.lookedUpTo());
  const subscription = connection.client.subscribeToAll({ fromPosition, filter, resolveLinkTos: false });
  try {
    await new Promise<void>((resolve, reject) => {
      const ended = () => {
        state.isLive = false;
        resolve();
      };
      state.end = ended;
      subscription.on('confirmation', () => (state.isLive = true));
      const failed = (error: unknown) => {
        state.isLive = false;
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      subscription.on('data', ({ event }) => {
        if (!event || !isLogged(prefix, event)) return;
        try {
          const logged = fromRecorded(prefix, event);
          state.reached = logged.commit;
          known.take(logged);
        } catch (error) {
          // Thrown from here, it would end the process.
          subscription.removeAllListeners('data');
          failed(error);
        }
      });
      subscription.on('error', failed).on('end', ended).on('close', ended);
      if (closing.aborted) ended();
    });
  } finally {
    subscription.removeAllListeners('data').on('error', () => undefined);
    subscription.unsubscribe().catch(() => undefined);
    subscription.destroy();
  }
}

/** The client reports a checkpoint as soon as it arrives, while earlier events may still be queued. */
async function taken(subscription: AllStreamSubscription): Promise<void> {
  while (subscription.readableLength > 0 && !subscription.destroyed) await turn();
}
