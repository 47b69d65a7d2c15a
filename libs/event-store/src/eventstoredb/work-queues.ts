/**
 * Runs one piece of work at a time. Callers that come while it runs share the next run, which begins after their call.
 */
export function coalesced(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function run(): Promise<void> {
    next = undefined;
    running = work().finally(() => (running = undefined));
    return running;
  }

  return () => {
    if (!running) return run();
    next ??= running.then(run, run);
    return next;
  };
}

/** Runs work of the same key in sequence, in the order requested, and at most `most` pieces at once over all keys. */
export function createKeyedQueue(most: number) {
  const last = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let free = most;

  async function limited<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  }

  return <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(() => limited(work));
    const settled = mine.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, settled);
    void settled.then(() => last.get(key) === settled && last.delete(key));
    return mine;
  };
}
