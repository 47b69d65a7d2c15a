import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent, LogReader } from '@repairline/event-store/event-store';
import { requireReadable } from '@repairline/event-store/unreadable-event';
import { toCloudEvent, type CloudEventJson, type PublicEvent, type Publishing } from '../cloud-event';

const PAGE = 500;

export interface PublishedLog<E extends AnyEvent> {
  store: LogReader<E>;
  publish: Publishing;
  /** Positions of events that somebody has decided not to publish. */
  skipped: ReadonlySet<number>;
}

/** How far a log has been published. */
export interface PublishedUpTo {
  position: number;
  /** Position of the last published event up to there; 0 if there is none. */
  predecessor: number;
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
function wasPublished<E extends AnyEvent>({ publish, skipped }: PublishedLog<E>, envelope: EventEnvelope): boolean {
  if (skipped.has(envelope.position)) return false;
  try {
    return publish(envelope) !== null;
  } catch {
    return true;
  }
}

interface Stretch extends Pick<PublishedLog<AnyEvent>, 'publish' | 'skipped'> {
  context: string;
  /** The events that follow `from`. */
  envelopes: readonly EventEnvelope[];
  from: PublishedUpTo;
}

export interface PublishedPage {
  events: CloudEventJson[];
  /** `from` if there was nothing to look at. */
  reached: PublishedUpTo;
  /** The event the page ends before, because it cannot be read or has no public form. */
  refused?: Refused & { envelope: EventEnvelope };
}

interface Refused {
  position: number;
  type: string;
  error?: unknown;
}

/** The public form of a stretch of the log, up to the first event that has none; skips skipped events. */
export function publishedOf({ context, publish, skipped, envelopes, from }: Stretch): PublishedPage {
  const events: CloudEventJson[] = [];
  const reached = { ...from };
  for (const envelope of envelopes) {
    try {
      const published = skipped.has(envelope.position) ? null : formOf(publish, envelope);
      if (published) {
        events.push(toCloudEvent(context, envelope, published, reached.predecessor));
        reached.predecessor = envelope.position;
      }
    } catch (error) {
      const { position, event } = envelope;
      return { events, reached, refused: { position, type: event.type, error, envelope } };
    }
    reached.position = envelope.position;
  }
  return { events, reached };
}

/** @throws if the event cannot be read, or has no public form */
function formOf(publish: Publishing, envelope: EventEnvelope): PublicEvent | null {
  requireReadable(envelope);
  return publish(envelope);
}

/**
 * An event of the log has no public form: publishing, comparing, or counting ends before it. It is a dead letter if it
 * never had one.
 */
export class NotPublishableError extends Error {
  constructor({ position, type, error }: Refused) {
    super(
      `Event ${String(position)} (${type}) cannot be published: see npm run dead-letters -- list. If it is not there, the log was changed later, or a newer version wrote it.`,
      { cause: error },
    );
    this.name = 'NotPublishable';
  }
}
