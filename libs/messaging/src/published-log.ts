import type { EventEnvelope } from '@repairline/contracts/event';
import { requireReadable } from '@repairline/event-store/unreadable-event';
import { toCloudEvent, type CloudEventJson, type PublicEvent, type Publishing } from './cloud-event';

export interface PublishedPage {
  events: CloudEventJson[];
  /** Last position looked at; that of `from` if there was nothing to look at. */
  upTo: number;
  /** Position of the last published event up to there. */
  predecessor: number;
  /** The event the page ends before, because it cannot be read or has no public form. */
  refused?: { envelope: EventEnvelope; error: unknown };
}

/** An event of the log has no public form: publishing, or comparing, ends before it. */
export class NotPublishable extends Error {
  constructor({ envelope, error }: NonNullable<PublishedPage['refused']>) {
    super(
      `Event ${String(envelope.position)} (${envelope.event.type}) cannot be published: npm run dead-letters -- list`,
      { cause: error },
    );
    this.name = 'NotPublishable';
  }
}

/** The public form of the events that follow `from`, up to the first that has none; skips events that were left out. */
export function publishedOf(
  context: string,
  publishing: Publishing,
  envelopes: readonly EventEnvelope[],
  from: { position: number; predecessor: number },
  leftOut: ReadonlySet<number>,
): PublishedPage {
  const page: PublishedPage = { events: [], upTo: from.position, predecessor: from.predecessor };
  for (const envelope of envelopes) {
    try {
      const published = leftOut.has(envelope.position) ? null : formOf(publishing, envelope);
      if (published) {
        page.events.push(toCloudEvent(context, envelope, published, page.predecessor));
        page.predecessor = envelope.position;
      }
    } catch (error) {
      return { ...page, refused: { envelope, error } };
    }
    page.upTo = envelope.position;
  }
  return page;
}

/** @throws if the event cannot be read, or has no public form */
function formOf(publishing: Publishing, envelope: EventEnvelope): PublicEvent | null {
  requireReadable(envelope);
  return publishing(envelope);
}

/** The same for callers that cannot use a part of it. @throws {NotPublishable} if an event has no public form */
export function publishedWhole(...stretch: Parameters<typeof publishedOf>): Omit<PublishedPage, 'refused'> {
  const { refused, ...page } = publishedOf(...stretch);
  if (refused) throw new NotPublishable(refused);
  return page;
}
