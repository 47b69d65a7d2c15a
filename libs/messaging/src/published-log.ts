import type { AnyEvent, EventStore } from '@repairline/event-store/event-store';
import { toCloudEvent, type CloudEventJson, type Publishing } from './cloud-event';

export interface PublishedPage {
  events: CloudEventJson[];
  /** Last position looked at; equal to `after` at the end of the log. */
  upTo: number;
  /** Position of the last published event up to there. */
  predecessor: number;
}

/** The public form of a stretch of a log. `predecessor` is that of the first event after `after`. */
export async function readPublished<E extends AnyEvent>(
  store: EventStore<E>,
  context: string,
  publishing: Publishing,
  { after, predecessor, limit }: { after: number; predecessor: number; limit: number },
): Promise<PublishedPage> {
  const envelopes = await store.readAll(after, limit);
  const page: PublishedPage = { events: [], upTo: envelopes.at(-1)?.position ?? after, predecessor };
  for (const envelope of envelopes) {
    const published = publishing(envelope);
    if (!published) continue;
    page.events.push(toCloudEvent(context, envelope, published, page.predecessor));
    page.predecessor = envelope.position;
  }
  return page;
}
