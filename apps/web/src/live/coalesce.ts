/** In ms. */
export interface Pace {
  /** How long to gather. */
  wait: number;
  /** Minimum time between two deliveries. */
  rest: number;
  /**
   * A delivery that took this long is followed by a rest of the same length; one that took twice as long by four times
   * as much. A fast server is thus asked often, a slow one seldom.
   */
  usual: number;
  /** The longest rest, however long the delivery took. */
  longest: number;
}

/** Other people's changes show almost at once, while a slow server is asked seldom. */
export const PACE: Pace = { wait: 10, rest: 40, usual: 400, longest: 3_000 };

/** Gathers what arrives, delivers it in one batch and then rests before the next. */
export function coalesce<Item>(deliver: (items: Item[]) => unknown, { wait, rest, usual, longest }: Pace) {
  let gathered: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restedAt = 0;

  const flush = async () => {
    timer = undefined;
    const items = gathered;
    gathered = [];
    const begun = performance.now();
    restedAt = begun + longest;
    await Promise.resolve(deliver(items)).catch(() => undefined);
    const took = performance.now() - begun;
    restedAt = Math.min(restedAt, begun + Math.max(rest, took + (took * took) / usual));
    if (timer) schedule();
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), Math.max(wait, restedAt - performance.now()));
  };

  return {
    add(...items: Item[]) {
      gathered.push(...items);
      if (!timer && items.length > 0) schedule();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      gathered = [];
    },
  };
}
