import { randomUUID } from 'node:crypto';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent, Append } from '../event-store';
import type { EventCodec, StoredEvent } from '../personal-data/event-codec';

export interface PreparedAppend {
  stream: string;
  /** null for any version. */
  expected: number | null;
  commandId: string;
  correlationId: string;
  actor: EventEnvelope['actor'];
  batchId: string | null;
  events: (StoredEvent & { occurredAt: Date })[];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What every adapter does before it stores. @throws if the append is invalid */
export async function prepareAppend<E extends AnyEvent>(
  codec: EventCodec<E>,
  { stream, expected, events, context }: Append<E>,
): Promise<PreparedAppend> {
  const { commandId, correlationId, actor, batchId = null } = context;
  if (events.length === 0) throw new Error(`An append to ${stream} has no events`);
  if (!UUID.test(commandId)) throw new Error(`The command id '${commandId}' is not a UUID`);
  const now = new Date();
  const identified = events.map(({ event, id = timeOrderedId() }) => ({ event, id }));
  const encoded = await codec.encode(identified);
  return {
    stream,
    expected: expected === 'any' ? null : expected,
    commandId: commandId.toLowerCase(),
    correlationId,
    actor: actor && { userId: actor.userId, name: actor.name, ...(actor.tokenId && { tokenId: actor.tokenId }) },
    batchId,
    events: encoded.map((event, index) => ({ ...event, occurredAt: events[index]?.occurredAt ?? now })),
  };
}

/** A UUID of version 7 (RFC 9562, 5.7): 48 bits of milliseconds since 1970, then 74 random bits. */
export function timeOrderedId(now: number = Date.now()): string {
  const moment = now.toString(16).padStart(12, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice(15)}`;
}
