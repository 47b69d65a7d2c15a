import { DomainError } from '@repairline/contracts/domain-error';

const ATTEMPTS = 100;
const queues = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Repeats an attempt until nothing has come between its read and its write; it returns null if something has. Attempts
 * on the same stream of the same store run one after the other, in the order requested, so only other processes can
 * come between.
 * @throws {DomainError} what the attempt throws; `conflict` if others came between on each of a hundred attempts
 */
export async function withOptimisticRetry<Result>(
  store: object,
  stream: string,
  attempt: () => Promise<Result | null>,
): Promise<Result> {
  const queue = queueOf(store);
  const repeat = () => untilNobodyComesBetween(attempt);
  const turn = (queue.get(stream) ?? Promise.resolve()).then(repeat, repeat);
  queue.set(stream, turn);
  try {
    return await turn;
  } finally {
    if (queue.get(stream) === turn) queue.delete(stream);
  }
}

function queueOf(store: object): Map<string, Promise<unknown>> {
  const queue = queues.get(store) ?? new Map<string, Promise<unknown>>();
  queues.set(store, queue);
  return queue;
}

async function untilNobodyComesBetween<Result>(attempt: () => Promise<Result | null>): Promise<Result> {
  for (let count = 0; count < ATTEMPTS; count += 1) {
    const result = await attempt();
    if (result !== null) return result;
  }
  throw new DomainError({ code: 'conflict', message: 'Somebody else is changing this right now. Please try again.' });
}
