import { setTimeout as pause } from 'node:timers/promises';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent, ReadOptions, SubscribeOptions, Subscription } from '../event-store';

export interface LogSource<E extends AnyEvent> {
  readAll(after: number, limit: number, options: ReadOptions): Promise<EventEnvelope<E>[]>;
  /**
   * Calls back whenever there may be more to read, up to a position if that is known.
   * @returns a function that ends that
   */
  onAppended(wake: (upTo?: number) => void): () => void | Promise<void>;
}

const LOOK_AGAIN_AFTER_MS = 1_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/** Reads pages from a position on, then when woken for something not yet read, and every second in any case. */
export function followLog<E extends AnyEvent>(source: LogSource<E>, options: SubscribeOptions<E>): Subscription {
  const stopping = new AbortController();
  const bell = createBell();
  let cursor = options.after;
  /** Position up to which there may be events that have not been looked for yet. */
  let announcedUpTo = Number.POSITIVE_INFINITY;
  /** When the next page may be read, on the clock of `performance.now()`. */
  let next = 0;
  let failures = 0;
  const stopListening = source.onAppended((upTo = Number.POSITIVE_INFINITY) => {
    announcedUpTo = Math.max(announcedUpTo, upTo);
    bell.ring();
  });

  async function step(): Promise<void> {
    try {
      if (announcedUpTo <= cursor) return await waitForAnnouncement();
      const pause = next - performance.now();
      if (pause > 0) await pauseUnlessStopped(pause, stopping.signal);
      // A wake-up from here on may concern events that the page no longer contains.
      announcedUpTo = 0;
      const batch = await source.readAll(cursor, options.batchSize, options);
      const isFull = batch.length === options.batchSize;
      if (isFull) announcedUpTo = Number.POSITIVE_INFINITY;
      const last = batch.at(-1);
      if (!last || stopping.signal.aborted) return;
      await options.onBatch(batch);
      cursor = last.position;
      next = isFull ? 0 : performance.now() + (options.apartMs ?? 0);
      failures = 0;
    } catch (error) {
      announcedUpTo = Number.POSITIVE_INFINITY;
      report(options, error);
      failures += 1;
      await pauseUnlessStopped(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), stopping.signal);
    }
  }

  async function waitForAnnouncement(): Promise<void> {
    const wasRung = await bell.rung(LOOK_AGAIN_AFTER_MS);
    if (!wasRung) announcedUpTo = Number.POSITIVE_INFINITY;
    else if (options.gatherMs) await pauseUnlessStopped(options.gatherMs, stopping.signal);
  }

  async function follow(): Promise<void> {
    while (!stopping.signal.aborted) await step();
  }

  const following = follow();
  return {
    async stop() {
      stopping.abort();
      bell.ring();
      await following;
      await stopListening();
    },
  };
}

/** Remembers a ring that comes while nobody waits. */
function createBell() {
  let rang = false;
  let wake: (() => void) | null = null;
  return {
    ring(this: void) {
      rang = true;
      wake?.();
    },
    /** @returns whether it was rung, as opposed to timing out */
    async rung(atMostMs: number): Promise<boolean> {
      if (!rang) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, atMostMs);
        });
        clearTimeout(timer);
        wake = null;
      }
      const wasRung = rang;
      rang = false;
      return wasRung;
    },
  };
}

function report<E extends AnyEvent>(options: SubscribeOptions<E>, error: unknown): void {
  if (options.onError) options.onError(error);
  else process.emitWarning(error instanceof Error ? error : String(error));
}

async function pauseUnlessStopped(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch(() => undefined);
}
