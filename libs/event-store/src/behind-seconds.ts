import type { AnyEvent, EventStore } from './event-store';

/** Age of the first event after a position, by when it was recorded; 0 where there is none. */
export async function behindSeconds<E extends AnyEvent>(
  store: Pick<EventStore<E>, 'readAll'>,
  position: number,
): Promise<number> {
  const [next] = await store.readAll(position, 1, { redacted: true });
  return next ? Math.max(0, (Date.now() - next.recordedAt.getTime()) / 1_000) : 0;
}
