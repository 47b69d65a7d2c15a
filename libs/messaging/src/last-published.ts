import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent, LogReader } from '@repairline/event-store/event-store';
import type { Publishing } from './cloud-event';

const PAGE = 500;

export interface PublishedLog<E extends AnyEvent> {
  store: LogReader<E>;
  publish: Publishing;
  /** Positions of events that somebody has decided not to publish. */
  leftOut: ReadonlySet<number>;
}

/**
 * Position of the last published event at or before one that the relay has passed; 0 if there is none. Reads the log
 * backwards from there, usually one page.
 */
export async function lastPublished<E extends AnyEvent>(log: PublishedLog<E>, upTo: number): Promise<number> {
  const { store } = log;
  for (let end = Math.min(upTo, await store.head()); end > 0; end -= PAGE) {
    const page = await store.readAll(Math.max(0, end - PAGE), Math.min(end, PAGE));
    const last = page.findLast((envelope) => wasPublished(log, envelope));
    if (last) return last.position;
  }
  return 0;
}

/** The relay waits before an event without a public form, so one that it has passed had one, whatever it has now. */
function wasPublished<E extends AnyEvent>({ publish, leftOut }: PublishedLog<E>, envelope: EventEnvelope): boolean {
  if (leftOut.has(envelope.position)) return false;
  try {
    return publish(envelope) !== null;
  } catch {
    return true;
  }
}
