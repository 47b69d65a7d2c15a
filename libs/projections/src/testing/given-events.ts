import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { fold, type Row } from '../fold';
import { viewsOf, type View } from '../view';

/** An event, alone or with the time it happened. */
export type Given<E extends AnyEvent> = E | { event: E; occurredAt: string };

/**
 * Projects events into a view without a database: `project(deviceList).given(…).rows()`. Events happen a minute apart
 * from 2026-01-05T08:00Z on unless they state a time.
 * @throws what the view throws
 */
export function project<R extends object, E extends AnyEvent>(view: View<R, E>) {
  return {
    given(...events: Given<E>[]) {
      const [untyped] = viewsOf<E>(view);
      if (!untyped) throw new Error('No view');
      const batch = events.map((given, index) => envelope(given, index + 1));
      const folded = fold(untyped, new Map<string, Row>(), batch);
      const [poison] = folded.poison;
      if (poison) throw poison.error;
      return {
        rows: () => folded.upserts as R[],
        row: (key: string) => (folded.upserts as R[]).find((row) => row[view.key] === key),
      };
    },
  };
}

export function envelope<E extends AnyEvent>(given: Given<E>, position: number): EventEnvelope<E> {
  const start = Date.UTC(2026, 0, 5, 8);
  const [event, occurredAt] =
    'event' in given ? [given.event, new Date(given.occurredAt)] : [given, new Date(start + position * 60_000)];
  return {
    id: randomUUID(),
    stream: 'test-1',
    streamVersion: position,
    position,
    event,
    version: 1,
    occurredAt,
    recordedAt: occurredAt,
    actor: null,
    correlationId: 'test',
    causationId: randomUUID(),
    batchId: null,
  };
}
