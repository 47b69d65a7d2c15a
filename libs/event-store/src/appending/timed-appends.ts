import type { AnyEvent, AppendManyResult, EventStore } from '../event-store';

/** `failed` if the append threw. */
export type AppendOutcome = 'appended' | 'duplicate' | 'conflict' | 'failed';

/** The same store, reporting how each append ended and after how many seconds. */
export function timedAppends<E extends AnyEvent>(
  store: EventStore<E>,
  observe: (outcome: AppendOutcome, seconds: number) => void,
): EventStore<E> {
  const since = (began: number) => (performance.now() - began) / 1_000;
  return {
    ...store,
    async append(...append) {
      const began = performance.now();
      try {
        const result = await store.append(...append);
        observe(result.status, since(began));
        return result;
      } catch (error) {
        observe('failed', since(began));
        throw error;
      }
    },
    async appendMany(appends) {
      const began = performance.now();
      const results = await store.appendMany(appends);
      for (const { status } of results) observe(outcomeOf(status), since(began));
      return results;
    },
  };
}

function outcomeOf(status: AppendManyResult['status']): AppendOutcome {
  return status === 'rejected' ? 'failed' : status;
}
