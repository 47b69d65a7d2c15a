import type { CallOutput } from '@repairline/contracts/call';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { ChangeNotice, ChangesSince, LiveChange } from '@repairline/contracts/live';
import type { AnyEvent, EventStore } from '@repairline/event-store/event-store';
import { isReadable } from '@repairline/event-store/unreadable-event';

const MOST_EVENTS = 1_000;
const EVENTS_A_NOTICE = 200;
const PATIENCE_MS = 500;

/** What screens must refetch after events that the views show. */
export type ChangesOf<E extends AnyEvent> = (batch: readonly EventEnvelope<E>[]) => Promise<LiveChange[]>;

/**
 * Consecutive notices without gaps, each small enough for one message. An empty batch gives one notice, which tells the
 * views' position.
 */
export async function noticesFor<E extends AnyEvent>(
  context: ChangeNotice['context'],
  changesOf: ChangesOf<E>,
  batch: readonly EventEnvelope<E>[],
  { after, upTo }: { after: number; upTo: number },
): Promise<ChangeNotice[]> {
  if (batch.length === 0) return [{ context, after, upTo, changes: [] }];
  const notices: ChangeNotice[] = [];
  let covered = after;
  for (let at = 0; at < batch.length; at += EVENTS_A_NOTICE) {
    const part = batch.slice(at, at + EVENTS_A_NOTICE);
    const end = at + EVENTS_A_NOTICE < batch.length ? (part.at(-1)?.position ?? upTo) : upTo;
    notices.push({ context, after: covered, upTo: end, changes: await changesOf(part) });
    covered = end;
  }
  return notices;
}

/** The position of a service's views; `reached` rejects if they do not get that far in time. */
interface ShownPositions {
  position(): number;
  reached(position: number, timeoutMs: number): Promise<void>;
}

/** For a browser or gateway that was away: what the views show. Not `complete` beyond 1,000 missed events. */
export async function changesShownSince<E extends AnyEvent>(
  store: Pick<EventStore<E>, 'readAll'>,
  views: ShownPositions,
  changesOf: ChangesOf<E>,
  after: number,
): Promise<CallOutput<ReturnType<typeof ChangesSince>>> {
  // Another replica may have announced a position that this one has yet to hear of.
  await views.reached(after, PATIENCE_MS).catch(() => undefined);
  const shown = views.position();
  if (shown <= after) return { changes: [], upTo: shown, complete: shown === after };
  if (shown - after > MOST_EVENTS) return { changes: [], upTo: shown, complete: false };
  const missed = await store.readAll(after, shown - after, { redacted: true });
  return { changes: await changesOf(missed.filter(isReadable)), upTo: shown, complete: true };
}
