export interface Pace {
  /** How long to gather, in ms. */
  wait: number;
  /** At least this long from one handing on to the next, in ms. */
  rest: number;
  /** Rests so many times as long as the last took, so that who answers slowly is asked seldom. */
  share: number;
  /** Never rests longer than that, in ms, however long it takes. */
  longest: number;
}

/**
 * Gathers what arrives within `wait` ms and hands it on at once, and then not again before it has rested, so that a busy
 * district asks for a list a few times a second at most, and a single change is seen without delay.
 */
export function coalesce<Item>(handOn: (items: Item[]) => unknown, { wait, rest, share, longest }: Pace) {
  let gathered: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restedAt = 0;

  const flush = () => {
    timer = undefined;
    const items = gathered;
    gathered = [];
    const begun = Date.now();
    restedAt = begun + longest;
    const done = () => {
      const took = Date.now() - begun;
      restedAt = Math.min(restedAt, begun + Math.max(rest, took * (1 + share)));
      if (timer) schedule();
    };
    Promise.resolve(handOn(items)).then(done, done);
  };

  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(flush, Math.max(wait, restedAt - Date.now()));
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
