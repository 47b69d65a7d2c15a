import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent, EventStore } from '../event-store';

interface LogRange {
  /** Position before the first event to read; 0 for the whole log. */
  after: number;
  /** Position of the last event to read; the end of the log if absent. */
  upTo?: number;
  /** 500 if absent: pages of that size are dropped before they grow old in the heap. */
  pageSize?: number;
  /** Pages to request ahead; 2 if absent. 0 if processing takes longer than reading: a waiting page grows old. */
  ahead?: number;
}

/**
 * Reads a range of the log in non-empty pages. Each page starts at a known position, so it is requested before the
 * previous one has arrived.
 */
export async function* logPages<E extends AnyEvent>(
  log: Pick<EventStore<E>, 'readAll'>,
  { after, upTo = Infinity, pageSize = 500, ahead = 2 }: LogRange,
): AsyncGenerator<EventEnvelope<E>[]> {
  const read = (from: number) => {
    const page = from < upTo ? log.readAll(from, Math.min(pageSize, upTo - from)) : Promise.resolve([]);
    // Awaited when its turn comes; a rejection before that must not count as unhandled.
    page.catch(() => undefined);
    return page;
  };
  const requests: Promise<EventEnvelope<E>[]>[] = [];
  for (let next = after; ;) {
    for (; requests.length <= ahead; next += pageSize) requests.push(read(next));
    const page = (await requests.shift()) ?? [];
    if (page.length > 0) yield page;
    // The log ended here when it was read: events appended since may be missing between this page and the next.
    if (page.length < pageSize) return;
  }
}
