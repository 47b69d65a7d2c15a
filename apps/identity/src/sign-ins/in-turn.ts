/**
 * Runs at most `atOnce` pieces of work at a time and lets at most `waitingAtMost` wait.
 * @param refuse what the next one is refused with
 */
export function createTurns(atOnce: number, waitingAtMost: number, refuse: () => Error) {
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
      // The turn is handed on; only where nobody waits does it end.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
