export interface ConcurrencyLimits {
  atOnce: number;
  /** In each of the two lanes. */
  waitingAtMost: number;
  waitingOfClient: number;
}

/** Where work comes from. */
export interface Origin {
  client: string;
  /** Goes first, and always finds a place that no other work may take. */
  preferred: boolean;
}

interface Turn extends Origin {
  begin: () => void;
}

/**
 * Runs few pieces of work at a time and lets few wait, so that one client, or many that are not preferred, cannot take
 * all the places.
 * @param refuse the error for work that may not even wait
 */
export function createConcurrencyLimit(limits: ConcurrencyLimits, refuse: () => Error) {
  const { atOnce, waitingAtMost, waitingOfClient } = limits;
  let waiting: Turn[] = [];
  let running = 0;
  let othersRunning = 0;
  const mayBegin = ({ preferred }: Origin) => running < atOnce && (preferred || othersRunning < atOnce - 1);

  function begin(turn: Turn): void {
    running += 1;
    if (!turn.preferred) othersRunning += 1;
    turn.begin();
  }

  function end({ preferred }: Origin): void {
    running -= 1;
    if (!preferred) othersRunning -= 1;
    const next = waiting.find((turn) => turn.preferred) ?? waiting[0];
    if (!next || !mayBegin(next)) return;
    waiting = waiting.filter((turn) => turn !== next);
    begin(next);
  }

  function enter(origin: Origin): Promise<void> {
    const lane = waiting.filter(({ preferred }) => preferred === origin.preferred);
    const isFull =
      lane.length >= waitingAtMost || lane.filter(({ client }) => client === origin.client).length >= waitingOfClient;
    return new Promise((resolve, reject) => {
      const turn = { ...origin, begin: resolve };
      if (mayBegin(origin)) begin(turn);
      else if (isFull) reject(refuse());
      else waiting.push(turn);
    });
  }

  return async <Result>(origin: Origin, work: () => Promise<Result>): Promise<Result> => {
    await enter(origin);
    try {
      return await work();
    } finally {
      end(origin);
    }
  };
}
