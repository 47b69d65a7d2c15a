/**
 * Runs at most `atOnce` pieces of work at a time and lets at most `waitingAtMost` wait.
 * @param refuse the error for work beyond that
 */
export function createConcurrencyLimit(atOnce: number, waitingAtMost: number, refuse: () => Error) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw refuse();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // Hands its turn on; ends it only if nobody waits.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
