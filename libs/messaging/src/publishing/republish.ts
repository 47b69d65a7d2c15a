import { headers, type NatsConnection } from 'nats';
import { EVENTS_STREAM } from '@repairline/contracts/published/published-subjects';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { logPages } from '@repairline/event-store/reading/log-pages';
import { ensureEventsStream } from '../events-stream';
import { REPUBLISHED_HEADER } from './lost-events';
import { lastPublished, NotPublishableError, publishedOf, type PublishedLog } from './published-log';

const PAGE = 500;

export interface RepublishOptions<E extends AnyEvent> extends PublishedLog<E> {
  bus: NatsConnection;
  context: string;
  /** Position of the first event to publish again. */
  from: number;
  upTo: number;
  /** Position that the relay has passed. */
  passed: number;
  signal: AbortSignal;
  onProgress?: (position: number, published: number) => void;
}

/**
 * Publishes a range of the log again as it was published before, but without message ids, by which the stream would
 * drop events it knows: somebody may have emptied the stream a moment ago.
 * @returns how many events were published
 * @throws {NotPublishableError} at an event without a public form, also one before `from` that the relay has not passed
 */
export async function republish<E extends AnyEvent>(options: RepublishOptions<E>): Promise<number> {
  const { store, bus, context, publish, skipped, from, upTo, passed, signal, onProgress } = options;
  await ensureEventsStream(bus);
  const jetstream = bus.jetstream();
  const start = Math.max(0, Math.min(from - 1, passed));
  let cursor = { position: start, predecessor: await lastPublished(options, start) };
  const republished = headers();
  republished.set(REPUBLISHED_HEADER, '1');
  let published = 0;
  for await (const envelopes of logPages(store, { after: start, upTo, pageSize: PAGE })) {
    signal.throwIfAborted();
    const { events, reached, refused } = publishedOf({ context, publish, skipped, envelopes, from: cursor });
    const wanted = events.filter(({ position }) => Number(position) >= from);
    const about = { expect: { streamName: EVENTS_STREAM }, headers: republished };
    await Promise.all(wanted.map((event) => jetstream.publish(event.type, JSON.stringify(event), about)));
    published += wanted.length;
    cursor = reached;
    if (cursor.position >= from) onProgress?.(cursor.position, published);
    if (refused) throw new NotPublishableError(refused);
  }
  return published;
}

const AT_ONCE = 100;

/**
 * Removes messages from the stream for good, by their sequence numbers. No relay, of any context, may run meanwhile: it
 * would take the removal for a loss and publish its whole log again. So would the next one if the last message of its
 * context is removed, for which a server may then answer that there is none.
 */
export async function removeCopies(bus: NatsConnection, sequences: readonly number[]): Promise<void> {
  const { streams } = await bus.jetstreamManager();
  for (let at = 0; at < sequences.length; at += AT_ONCE) {
    const some = sequences.slice(at, at + AT_ONCE);
    await Promise.all(some.map((sequence) => streams.deleteMessage(EVENTS_STREAM, sequence)));
  }
}
