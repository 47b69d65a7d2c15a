import type { AnyEvent, EventStore } from '@repairline/event-store/event-store';
import { timedAppends } from '@repairline/event-store/appending/timed-appends';
import { appendSeconds } from '@repairline/service-kit/monitoring/metrics';
import { inSpan } from '@repairline/service-kit/monitoring/tracing';

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
