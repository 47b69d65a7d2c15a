import { createCommitIndex } from './commit-index';
import { placeOf, type Place, type SavedIndex } from './index-table';
import type { LoggedEvent } from '../logged-event';

const MOST_RECENT = 500;

/**
 * What this process knows of the service's events in EventStoreDB: the position of each, the newest events themselves,
 * and how far `$all` has been read. Several readers may read on from `lookedUpTo`, in order, and report here what they
 * find.
 */
export function createKnownLog() {
  const index = createCommitIndex();
  const wakes = new Set<() => void>();
  let recent: LoggedEvent[] = [];
  let lastRestored: string | null = null;
  let looked: Place | null = null;

  function lookedAt(place: Place): void {
    if (!looked || place.commit > looked.commit) looked = place;
  }

  return {
    index,
    lookedUpTo: () => looked,
    lookedAt,
    restore({ commits, lastEvent, lookedUpTo }: SavedIndex): void {
      commits.forEach(index.add);
      lastRestored = lastEvent;
      if (lookedUpTo) lookedAt(lookedUpTo);
    },
    take(event: LoggedEvent): void {
      if (!index.add(event.commit)) return;
      lookedAt(placeOf(event.commit));
      recent.push(event);
      if (recent.length >= MOST_RECENT * 2) recent = recent.slice(-MOST_RECENT);
      for (const wake of wakes) wake();
    },
    lastEvent: () => recent.at(-1)?.id ?? lastRestored,
    /** Undefined if the first of them is no longer among the newest. */
    recentAfter(after: number, limit: number): LoggedEvent[] | undefined {
      const firstRecent = index.count() - recent.length + 1;
      return after + 1 < firstRecent ? undefined : recent.slice(after + 1 - firstRecent).slice(0, limit);
    },
    /** Calls back at every new event. @returns a function that ends that */
    onGrown(this: void, wake: () => void): () => void {
      wakes.add(wake);
      return () => void wakes.delete(wake);
    },
  };
}

export type KnownLog = ReturnType<typeof createKnownLog>;
