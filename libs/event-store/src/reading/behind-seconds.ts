import type { AnyEvent, EventStore } from '../event-store';

/** Seconds since the first event after a position was recorded; 0 if there is none. */
export async function behindSeconds<E extends AnyEvent>(
  store: Pick<EventStore<E>, 'readAll'>,
  position: number,
): Promise<number> {
  const [next] = await store.readAll(position, 1, { redacted: true });
  return next ? Math.max(0, (Date.now() - next.recordedAt.getTime()) / 1_000) : 0;
}
