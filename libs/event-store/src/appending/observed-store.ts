import { appendSeconds } from '@repairline/service-kit/monitoring/metrics';
import { inSpan } from '@repairline/service-kit/monitoring/tracing';
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

/** The same store; its appends are measured and show in the command's trace. */
export function observedStore<E extends AnyEvent>(store: EventStore<E>): EventStore<E> {
  const timed = timedAppends(store, (outcome, seconds) => appendSeconds.observe({ outcome }, seconds));
  const appended = (events: number) => ({ kind: 'client', attributes: { 'repairline.events': events } }) as const;
  return {
    ...timed,
    append: (stream, expected, events, context) =>
      inSpan('append', appended(events.length), () => timed.append(stream, expected, events, context)),
    appendMany: (appends) =>
      inSpan('append', appended(appends.reduce((sum, { events }) => sum + events.length, 0)), () =>
        timed.appendMany(appends),
      ),
  };
}
