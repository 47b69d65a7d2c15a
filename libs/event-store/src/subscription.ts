import { setTimeout as pause } from 'node:timers/promises';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent, SubscribeOptions, Subscription } from './event-store';

export interface LogSource<E extends AnyEvent> {
  readAll(after: number, limit: number): Promise<EventEnvelope<E>[]>;
  /** Calls back whenever there may be more to read. @returns how to end that */
  onAppended(wake: () => void): () => void | Promise<void>;
}

const LOOK_AGAIN_AFTER_MS = 1_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;

/** Reads pages from a position on, then whenever woken, and each second even when no wake-up has come. */
export function followLog<E extends AnyEvent>(source: LogSource<E>, options: SubscribeOptions<E>): Subscription {
  const stopping = new AbortController();
  const bell = createBell();
  const stopListening = source.onAppended(bell.ring);
  let cursor = options.after;
  let failures = 0;

  async function step(): Promise<void> {
    try {
      const batch = await source.readAll(cursor, options.batchSize);
      const last = batch.at(-1);
      if (!last) return await bell.rung(LOOK_AGAIN_AFTER_MS);
      if (stopping.signal.aborted) return;
      await options.onBatch(batch);
      cursor = last.position;
      failures = 0;
    } catch (error) {
      report(options, error);
      failures += 1;
      await pauseUnlessStopped(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), stopping.signal);
    }
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
    async rung(atMostMs: number): Promise<void> {
      if (!rang) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, atMostMs);
        });
        clearTimeout(timer);
        wake = null;
      }
      rang = false;
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
