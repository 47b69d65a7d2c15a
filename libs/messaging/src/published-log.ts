import type { EventEnvelope } from '@repairline/contracts/event';
import { toCloudEvent, type CloudEventJson, type Publishing } from './cloud-event';

export interface PublishedPage {
  events: CloudEventJson[];
  /** Last position looked at; that of `from` for an empty stretch. */
  upTo: number;
  /** Position of the last published event up to there. */
  predecessor: number;
}

/** The public form of the stretch of a log that follows `from`. */
export function publishedOf(
  context: string,
  publishing: Publishing,
  envelopes: readonly EventEnvelope[],
  from: { position: number; predecessor: number },
): PublishedPage {
  const page: PublishedPage = {
    events: [],
    upTo: envelopes.at(-1)?.position ?? from.position,
    predecessor: from.predecessor,
  };
  for (const envelope of envelopes) {
    const published = publishing(envelope);
    if (!published) continue;
    page.events.push(toCloudEvent(context, envelope, published, page.predecessor));
    page.predecessor = envelope.position;
  }
  return page;
}
