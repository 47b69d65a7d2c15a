import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent, EventStore } from './event-store';

interface Stretch {
  /** Position of the last event that is not wanted; 0 for the whole log. */
  after: number;
  /** Position of the last event that is. The end of the log where absent. */
  upTo?: number;
  /** 500 where absent: so many are read and forgotten before they get old. */
  pageSize?: number;
  /** How many pages are on their way while one is looked at. Two where absent; none where looking takes longer: what waits gets old. */
  ahead?: number;
}

/** A stretch of the log in pages that are not empty: where each begins is known before the one before it has come. */
export async function* logPages<E extends AnyEvent>(
  log: Pick<EventStore<E>, 'readAll'>,
  { after, upTo = Infinity, pageSize = 500, ahead = 2 }: Stretch,
): AsyncGenerator<EventEnvelope<E>[]> {
  const read = (from: number) => {
    const page = from < upTo ? log.readAll(from, Math.min(pageSize, upTo - from)) : Promise.resolve([]);
    // Looked at when its turn comes; until then nobody waits for it.
    page.catch(() => undefined);
    return page;
  };
  const asked: Promise<EventEnvelope<E>[]>[] = [];
  for (let next = after; ;) {
    for (; asked.length <= ahead; next += pageSize) asked.push(read(next));
    const page = (await asked.shift()) ?? [];
    if (page.length > 0) yield page;
    // The log ended here when it was looked at: what has been appended since may be missing between this page and the next.
    if (page.length < pageSize) return;
  }
}
