import { type NatsConnection, type StoredMsg, type StreamConfig } from 'nats';
import { EVENTS_STREAM, publishedSubjects } from '@repairline/contracts/published/published-subjects';
import type { Logger } from '@repairline/service-kit/logger';
import { whenBack } from '../bus';
import { eventIn } from '../cloud-event';
import { ensureEventsStream, forgetEventsStream, nullIfNotFound } from '../events-stream';

const EVERY_MS = 15_000;
/** Header of events that were published again: they come behind later ones, so they do not show where the copy ends. */
export const REPUBLISHED_HEADER = 'Repairline-Again';

/**
 * Where the copy of a log on the bus ends, if that is before `published`, the last event published: the bus
 * acknowledges before it has written to disk, and may lose its storage altogether. Null if nothing is missing, or if
 * the stream has been given limits, which may have dropped it.
 */
export async function endOfLostCopy(bus: NatsConnection, context: string, published: number): Promise<number | null> {
  forgetEventsStream(bus);
  await ensureEventsStream(bus);
  if (published === 0) return null;
  const manager = await bus.jetstreamManager();
  const last = await nullIfNotFound(
    manager.streams.getMessage(EVENTS_STREAM, { last_by_subj: publishedSubjects(context) }),
  );
  if (last) return endsAt(last, published);
  return isLimited((await manager.streams.info(EVENTS_STREAM)).config) ? null : 0;
}

/** What the copy of a log is found to have lost since this was called. */
export interface CopyWatch {
  /** Looks whether the bus still has the events up to `published`. */
  isLost(published: number): Promise<boolean>;
  /** Whether the last look has found that somebody has removed messages, of whatever context. */
  isThinned(): boolean;
  /** Whether these new messages show that somebody has recreated the stream: it counts from 1 again. */
  isRecreated(sequences: readonly number[]): boolean;
}

export async function watchCopy(bus: NatsConnection, context: string): Promise<CopyWatch> {
  let lastSequence = await lastSequenceOf(bus);
  const removedBefore = await removedFromCopy(bus);
  let isThinned = false;
  return {
    async isLost(published) {
      const end = await endOfLostCopy(bus, context, published);
      const removed = await removedFromCopy(bus);
      isThinned = removed !== null && removedBefore !== null && removed > removedBefore;
      return end !== null || isThinned;
    },
    isThinned: () => isThinned,
    isRecreated(sequences) {
      if (Math.min(...sequences) <= lastSequence) return true;
      lastSequence = Math.max(lastSequence, ...sequences);
      return false;
    },
  };
}

/**
 * How many messages of all contexts the stream has had and has no more; without limits that grows only when somebody
 * removes some. Null if a limit may have done so.
 */
async function removedFromCopy(bus: NatsConnection): Promise<number | null> {
  const { config, state } = await (await bus.jetstreamManager()).streams.info(EVENTS_STREAM);
  return isLimited(config) ? null : state.last_seq - state.messages;
}

/** The sequence number of the stream's newest message. */
async function lastSequenceOf(bus: NatsConnection): Promise<number> {
  return (await (await bus.jetstreamManager()).streams.info(EVENTS_STREAM)).state.last_seq;
}

const isLimited = (config: StreamConfig): boolean => limitsOf(config).length > 0;

function limitsOf({ max_age, max_bytes, max_msgs, max_msgs_per_subject }: StreamConfig): string[] {
  const all = { max_age, max_bytes, max_msgs, max_msgs_per_subject };
  return Object.entries(all).flatMap(([name, limit]) => (limit > 0 ? [name] : []));
}

/** Names of the limits that somebody has given the stream: the product sets none. */
export async function limitsOfCopy(bus: NatsConnection): Promise<string[]> {
  return limitsOf((await (await bus.jetstreamManager()).streams.info(EVENTS_STREAM)).config);
}

function endsAt(last: StoredMsg, published: number): number | null {
  if (last.header.has(REPUBLISHED_HEADER)) return null;
  const end = Number(eventIn(last)?.position);
  return end < published ? end : null;
}

/** Checks every `everyMs` and when the bus is back, and calls `onLost` after a loss, until the signal is aborted. */
export function watchForLostEvents(
  bus: NatsConnection,
  isLost: () => Promise<boolean>,
  onLost: () => void,
  { signal, logger, everyMs = EVERY_MS }: { signal: AbortSignal; logger: Logger; everyMs?: number | undefined },
): void {
  if (signal.aborted) return;
  const check = () => {
    isLost().then(
      (lost) => lost && !signal.aborted && onLost(),
      (error: unknown) => logger.debug({ err: error }, 'the state of the stream on the bus could not be read'),
    );
  };
  const timer = setInterval(check, everyMs);
  signal.addEventListener('abort', () => clearInterval(timer));
  whenBack(bus, check, signal);
}
