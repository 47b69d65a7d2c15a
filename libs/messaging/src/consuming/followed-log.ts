import type { NatsConnection } from 'nats';
import type { EventEnvelope } from '@repairline/contracts/event';
import { nameOf, publishedSubjects } from '@repairline/contracts/published/published-subjects';
import type { AnyEvent, LogReader } from '@repairline/event-store/event-store';
import { followLog } from '@repairline/event-store/reading/subscription';
import { UnreadableEvent } from '@repairline/event-store/unreadable-event';
import type { CallClient } from '../calls/call-client';
import type { CloudEvent } from '../cloud-event';
import { NotPublishableError } from '../publishing/published-log';
import { askOwner } from './ask-owner';

/** How long a reader that has heard of an event waits for others. */
const GATHER_MS = 40;

/** Keeps the place of an event that stays inside its context, or that this program does not know. */
export interface Unpublished {
  type: 'unpublished';
  data: Record<string, never>;
}

export interface FollowedLogOptions<E extends AnyEvent> {
  calls: Pick<CallClient, 'call'>;
  /** The context that publishes the log. */
  of: string;
  /**
   * Fetches what a page of events leaves out. The function that it resolves to tells an event in the reader's own form:
   * undefined if it is of no concern; it throws if the event cannot be read.
   */
  readerOf: (page: CloudEvent[]) => Promise<(event: CloudEvent) => E | undefined>;
  /** Tells that there are new events. Without it they are looked for every second. */
  bus?: NatsConnection;
  /** The least time between two batches under load, in ms. None if absent. */
  apartMs?: number;
}

/**
 * What another context has published, as a log that views are built from and follow: positions are the owner's, without
 * gaps. Events come from the owner's log, so none is missed or comes twice; the bus only says when to look.
 * @throws {NotPublishableError} at an event that the owner cannot publish
 */
export function followedLog<E extends AnyEvent>(options: FollowedLogOptions<E>): LogReader<E | Unpublished> {
  const { calls, of, bus, apartMs, readerOf } = options;
  let known = 0;
  const ask = async (after: number) => {
    const page = await askOwner(calls, of, after);
    known = page.head;
    return page;
  };

  async function readAll(after: number, limit: number): Promise<EventEnvelope<E | Unpublished>[]> {
    const envelopes: EventEnvelope<E | Unpublished>[] = [];
    const end = after + limit;
    for (let from = after; from < end;) {
      const { events, head, refused, ...page } = await ask(from);
      const upTo = Math.min(page.upTo, end);
      if (upTo === from && refused && envelopes.length === 0) throw new NotPublishableError(refused);
      const told = events.filter(({ position }) => position <= upTo);
      envelopes.push(...withoutGaps(of, { after: from, upTo }, told, await readerOf(told)));
      if (upTo === from || upTo === head) break;
      from = upTo;
    }
    return envelopes;
  }

  function onAppended(wake: () => void): () => void {
    const subscription = bus?.subscribe(publishedSubjects(of), { callback: () => wake() });
    return () => subscription?.unsubscribe();
  }

  return {
    readAll,
    head: async () => (await ask(known)).head,
    subscribe: (wanted) => followLog({ readAll, onAppended }, { gatherMs: GATHER_MS, apartMs, ...wanted }),
  };
}

function withoutGaps<E extends AnyEvent>(
  of: string,
  { after, upTo }: { after: number; upTo: number },
  events: readonly CloudEvent[],
  read: (event: CloudEvent) => E | undefined,
): EventEnvelope<E | Unpublished>[] {
  const told = new Map(events.map((event) => [event.position, event]));
  return Array.from({ length: upTo - after }, (_, index) => {
    const position = after + index + 1;
    const event = told.get(position);
    return event ? envelopeOf(of, event, position, orUnreadable(event, read)) : envelopeOf(of, NOT_TOLD, position);
  });
}

const NOT_TOLD = { id: '', time: '1970-01-01T00:00:00Z', correlationid: '', causationid: '' };

function envelopeOf<E extends AnyEvent>(
  stream: string,
  { id, time, correlationid, causationid }: Pick<CloudEvent, keyof typeof NOT_TOLD>,
  position: number,
  event: E | Unpublished = { type: 'unpublished', data: {} },
): EventEnvelope<E | Unpublished> {
  const at = new Date(time);
  return {
    ...{ id, position, event, version: 1, occurredAt: at, recordedAt: at, stream, streamVersion: position },
    ...{ actor: null, correlationId: correlationid, causationId: causationid, batchId: null },
  };
}

function orUnreadable<E extends AnyEvent>(
  event: CloudEvent,
  read: (event: CloudEvent) => E | undefined,
): E | undefined {
  try {
    return read(event);
  } catch (error) {
    return new UnreadableEvent({ id: event.id, type: nameOf(event.type), version: 1 }, error) as AnyEvent as E;
  }
}
