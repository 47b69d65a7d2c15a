import { KEPT_MS } from './shared-connection';

/** For so long after another process has appended: a wrong guess is an error in the server's log. */
const LOOKED_UP_FOR_MS = 1_000;

export type KnownHead = ReturnType<typeof createKnownHead>;

export interface Guess {
  position: number;
  /** Whether it is known for sure that the log has come so far; otherwise the batch before is still under way. */
  isStored: boolean;
}

/**
 * Guesses where the log ends, so that it need not be looked up with every batch while this process appends alone. All
 * batches go over one connection, for as long as it is kept, and are answered in order. A wrong guess does no harm: the
 * batch is not stored (`written-append.ts`).
 */
export function createKnownHead() {
  /** Where the log ends once all that was sent is stored. */
  let head: number | undefined;
  /** Events sent and not answered. */
  let sent = 0;
  /** Whether the oldest batch under way was sent after a stored position: then the connection does not know its end. */
  let isUnmarked = false;
  /** Requests under way that may store any number of events. */
  let open = 0;
  let storedAt = 0;
  let lookUpUntil = 0;

  function guess(events: number): Guess | undefined {
    const now = performance.now();
    const isStored = sent === 0;
    if (now < lookUpUntil || (isStored && now - storedAt > KEPT_MS)) head = undefined;
    sent += events;
    if (head === undefined) return undefined;
    const position = head;
    head += events;
    if (isUnmarked) return undefined;
    isUnmarked = isStored;
    return { position, isStored };
  }

  function learn(events: number, newest: number | undefined): void {
    sent -= events;
    isUnmarked = false;
    if (newest === undefined) {
      head = undefined;
      lookUpUntil = performance.now() + LOOKED_UP_FOR_MS;
    } else {
      storedAt = performance.now();
      if (open === 0) head ??= newest + sent;
    }
  }

  return {
    /**
     * @param store sends a batch at once, given the position after which it should go; undefined if that has to be
     * looked up. Returns the position of its last event; undefined if nothing is stored
     */
    async extend(events: number, store: (after?: Guess) => Promise<number | undefined>): Promise<number | undefined> {
      const stored = store(guess(events));
      let newest: number | undefined;
      try {
        newest = await stored;
      } finally {
        learn(events, newest);
      }
      return newest;
    },
    /** @param store sends a request at once that may store any number of events */
    async leaveOpen<T>(store: () => Promise<T>): Promise<T> {
      head = undefined;
      open += 1;
      try {
        return await store();
      } finally {
        open -= 1;
      }
    },
  };
}
