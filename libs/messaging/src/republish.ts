import { headers, type NatsConnection } from 'nats';
import { EVENTS_STREAM } from '@repairline/contracts/published-subjects';
import type { AnyEvent, LogReader } from '@repairline/event-store/event-store';
import { logPages } from '@repairline/event-store/log-pages';
import type { Publishing } from './cloud-event';
import { ensureEventsStream } from './events-stream';
import { REPUBLISHED_HEADER } from './lost-events';
import { NotPublishable, publishedOf, publishedWhole } from './published-log';

const PAGE = 500;

export interface RepublishOptions<E extends AnyEvent> {
  store: LogReader<E>;
  bus: NatsConnection;
  context: string;
  publish: Publishing;
  leftOut: ReadonlySet<number>;
  /** Position of the first event to publish again. */
  from: number;
  upTo: number;
  signal: AbortSignal;
  onProgress?: (position: number, published: number) => void;
}

/**
 * Publishes a range of the log again as it was published before, but without message ids, by which the stream would
 * drop events it knows: somebody may have emptied the stream a moment ago.
 * @returns how many events were published
 */
export async function republish<E extends AnyEvent>(options: RepublishOptions<E>): Promise<number> {
  const { store, bus, context, publish, leftOut, from, upTo, signal, onProgress } = options;
  await ensureEventsStream(bus);
  const jetstream = bus.jetstream();
  let cursor = { position: Math.max(0, from - 1), predecessor: await publishedBefore(options, from) };
  const republished = headers();
  republished.set(REPUBLISHED_HEADER, '1');
  let published = 0;
  for await (const stretch of logPages(store, { after: cursor.position, upTo, pageSize: PAGE })) {
    signal.throwIfAborted();
    const { refused, ...page } = publishedOf(context, publish, stretch, cursor, leftOut);
    const about = { expect: { streamName: EVENTS_STREAM }, headers: republished };
    await Promise.all(page.events.map((event) => jetstream.publish(event.type, JSON.stringify(event), about)));
    published += page.events.length;
    cursor = { position: page.upTo, predecessor: page.predecessor };
    onProgress?.(cursor.position, published);
    if (refused) throw new NotPublishable(refused);
  }
  return published;
}

/** Position of the last published event before `from`; 0 if there is none. */
async function publishedBefore<E extends AnyEvent>(
  { store, context, publish, leftOut }: RepublishOptions<E>,
  from: number,
): Promise<number> {
  let cursor = { position: 0, predecessor: 0 };
  for await (const stretch of logPages(store, { after: 0, upTo: from - 1 })) {
    const page = publishedWhole(context, publish, stretch, cursor, leftOut);
    cursor = { position: page.upTo, predecessor: page.predecessor };
  }
  return cursor.predecessor;
}
