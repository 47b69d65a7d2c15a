export interface Pace {
  /** How long to gather, in ms. */
  wait: number;
  /** At least this long from one handing on to the next, in ms. */
  rest: number;
  /**
   * After so long an answer, in ms, it rests for as long; after one of half that for a quarter, after one of twice that
   * four times as long. So who has time is asked often, and who answers slowly seldom.
   */
  usual: number;
  /** Never rests longer than that, in ms, however long it takes. */
  longest: number;
}

/** What others change shows within a moment; a server that takes its time is asked seldom. */
export const PACE: Pace = { wait: 10, rest: 40, usual: 400, longest: 3_000 };

/**
 * Gathers what arrives within `wait` ms and hands it on at once, and then not again before it has rested, so that a busy
 * district asks for a list a few times a second at most, and a single change is seen without delay.
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
