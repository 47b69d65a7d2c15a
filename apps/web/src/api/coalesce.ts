export interface Pace {
  /** How long to gather, in ms. */
  wait: number;
  /** Minimum time between two deliveries, in ms. */
  rest: number;
  /**
   * An answer that took this long, in ms, is followed by a rest of the same length; one that took half as long by a
   * quarter of it, one that took twice as long by four times as much. A fast server is thus asked often, a slow one
   * seldom.
   */
  usual: number;
  /** The longest rest, in ms, however long the answer took. */
  longest: number;
}

/** Other people's changes show almost at once, while a slow server is asked seldom. */
export const PACE: Pace = { wait: 10, rest: 40, usual: 400, longest: 3_000 };

/**
 * Gathers what arrives within `wait` ms, delivers it in one batch and then rests before the next, so that a busy
 * district asks for a list a few times a second at most and a single change shows without delay.
 */
export function coalesce<Item>(handOn: (items: Item[]) => unknown, { wait, rest, usual, longest }: Pace) {
  let gathered: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restedAt = 0;

  const flush = () => {
    timer = undefined;
    const items = gathered;
    gathered = [];
    const begun = performance.now();
    restedAt = begun + longest;
    const done = () => {
      const took = performance.now() - begun;
      restedAt = Math.min(restedAt, begun + Math.max(rest, took + (took * took) / usual));
      if (timer) schedule();
    };
    Promise.resolve(handOn(items)).then(done, done);
  };

  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, Math.max(wait, restedAt - performance.now()));
  };

  return {
    add(...items: Item[]) {
      gathered.push(...items);
      if (!timer) schedule();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      gathered = [];
    },
  };
}
