import { streamNameFilter, type AllStreamSubscription, type RecordedEvent } from '@eventstore/db-client';
import { toPosition, type Connection } from '../connection';
import { placeOf } from '../index/index-table';
import type { KnownLog } from '../index/known-log';
import { fromRecorded, isLogged, type LoggedEvent } from '../logged-event';

interface Cursor {
  subscription: AllStreamSubscription;
  events: AsyncIterator<{ event?: RecordedEvent }, undefined>;
  expiry?: NodeJS.Timeout;
}

const PATIENCE_MS = 10_000;
const PARKED_MS = 2_000;
const MOST_PARKED = 4;

/**
 * Reads pages of known events. The client's own read of `$all` takes no filter, so a filtered subscription is read to
 * the end of the page and then stays open, paused, for the reader of the next page, even if that page is requested
 * before this one has arrived. Servers end the connection of a client that keeps opening and canceling calls.
 */
export function createPageReader(connection: Connection, prefix: string, known: KnownLog) {
  const parked = new Map<number, Cursor>();
  /** Pages in flight, by the position they end at. */
  const underWay = new Map<number, Promise<unknown>>();

  function open(after: number): Cursor {
    const from = known.index.commitAt(after);
    const subscription = connection.client.subscribeToAll({
      fromPosition: toPosition(from === undefined ? null : placeOf(from)),
      filter: streamNameFilter({ prefixes: [prefix] }),
      resolveLinkTos: false,
    });
    subscription.on('error', () => undefined);
    return { subscription, events: subscription[Symbol.asyncIterator]() as Cursor['events'] };
  }

  function unpark(after: number): Cursor | undefined {
    const cursor = parked.get(after);
    clearTimeout(cursor?.expiry);
    parked.delete(after);
    return cursor;
  }

  function park(after: number, cursor: Cursor): void {
    const rival = unpark(after) ?? (parked.size >= MOST_PARKED ? unpark([...parked.keys()][0] ?? 0) : undefined);
    if (rival) close(rival);
    cursor.expiry = setTimeout(() => unpark(after) && close(cursor), PARKED_MS).unref();
    parked.set(after, cursor);
  }

  async function read(cursor: Cursor, after: number, wanted: Float64Array): Promise<LoggedEvent[]> {
    const events = await advance(prefix, cursor, after, wanted);
    park(after + events.length, cursor);
    return events;
  }

  async function readOn(after: number, wanted: Float64Array): Promise<LoggedEvent[]> {
    await underWay.get(after)?.catch(() => undefined);
    const waiting = unpark(after);
    // A parked subscription may have been cut off meanwhile, which does not mean that a new one fails.
    const continued = waiting && (await read(waiting, after, wanted).catch(() => undefined));
    return continued ?? read(open(after), after, wanted);
  }

  return {
    /** Known events after a position, at most `limit`. */
    async page(after: number, limit: number): Promise<LoggedEvent[]> {
      const wanted = known.index.slice(after + 1, limit);
      if (wanted.length === 0) return [];
      const recent = known.recentAfter(after, limit);
      if (recent) return recent;
      const end = after + wanted.length;
      const reading = readOn(after, wanted).finally(() => underWay.get(end) === reading && underWay.delete(end));
      underWay.set(end, reading);
      return reading;
    },
    close(): void {
      for (const after of [...parked.keys()]) {
        const cursor = unpark(after);
        if (cursor) close(cursor);
      }
    },
  };
}

/** The events at the wanted commit positions, which follow `after`. Closes the cursor if it fails. */
async function advance(prefix: string, cursor: Cursor, after: number, wanted: Float64Array): Promise<LoggedEvent[]> {
  const { subscription } = cursor;
  const late = () => subscription.destroy(new Error('EventStoreDB has stopped sending a page of the log'));
  const timer = setTimeout(late, PATIENCE_MS);
  const events: LoggedEvent[] = [];
  try {
    while (events.length < wanted.length) {
      const next = await cursor.events.next();
      if (next.done) throw new Error('EventStoreDB has ended a page of the log early');
      timer.refresh();
      const { event } = next.value;
      if (event && !isLogged(prefix, event)) continue;
      if (event) events.push(fromRecorded(prefix, event));
      const at = events.length;
      if (events[at - 1]?.commit !== wanted[at - 1]) throw otherThanKnown(after + at);
    }
    return events;
  } catch (error) {
    close(cursor);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function close({ subscription }: Cursor): void {
  subscription.unsubscribe().catch(() => undefined);
  subscription.destroy();
}

/** Somebody has deleted a stream or replaced the log. */
function otherThanKnown(position: number): Error {
  return new Error(`EventStoreDB no longer holds the event that stood at position ${position}`);
}
