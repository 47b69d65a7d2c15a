import type { Pool } from 'pg';
import { z } from 'zod';
import { defineQuery } from '@repairline/contracts/call';
import type { AnyEvent, LogReader } from '@repairline/event-store/event-store';
import { answer, type CallHandler } from '../calls/serve-calls';
import type { CloudEventJson, Publishing } from '../cloud-event';
import { publishedOf } from './published-log';
import { skippedByRelay } from './relay-cursor';

const PAGE = 500;

/**
 * A range of a context's published events straight from its log. A page ends at `upTo`, the whole log at `head`; nothing
 * follows where `upTo` equals `after`, unless an event `refused` to be published is next.
 */
export function ReplayEvents(context: string) {
  const position = z.number().int().nonnegative();
  return defineQuery(
    `repairline.${context}.query.replay-events`,
    z.object({ after: position }),
    z.object({
      events: z.array(z.custom<CloudEventJson>()),
      upTo: position,
      head: position,
      refused: z.object({ position, type: z.string() }).optional(),
    }),
    'services',
  );
}

/**
 * The owner's side of ReplayEvents. The first event's predecessor is at most `after`, so that a reader sees no gap
 * where there is none.
 */
export function replayHandler<E extends AnyEvent>(
  { store, pool }: { store: LogReader<E>; pool: Pool },
  context: string,
  publish: Publishing,
): CallHandler {
  return answer(ReplayEvents(context), async ({ after }) => {
    const [stretch, head, skipped] = await Promise.all([
      store.readAll(after, PAGE),
      store.head(),
      skippedByRelay(pool),
    ]);
    const from = { position: after, predecessor: after };
    const { events, reached, refused } = publishedOf({ context, publish, skipped, envelopes: stretch, from });
    const { position: upTo } = reached;
    // Events may have been appended since the head was asked for.
    return {
      events,
      upTo,
      head: Math.max(head, upTo),
      refused: refused && { position: refused.position, type: refused.type },
    };
  });
}
