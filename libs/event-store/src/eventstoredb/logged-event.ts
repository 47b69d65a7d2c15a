import { jsonEvent, type EventData, type RecordedEvent } from '@eventstore/db-client';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { StoredEvent } from '../personal-data/event-codec';
import type { PreparedAppend } from '../appending/prepare-append';

/** An event of this service as EventStoreDB holds it; `commit` is its commit position in `$all`. */
export type LoggedEvent = Omit<EventEnvelope, 'event' | 'position'> & { commit: number; stored: StoredEvent };

/** Storage format: the event's metadata. EventStoreDB's own tools link events by the names with $. */
interface Metadata {
  version: number;
  occurredAt: string;
  actor: EventEnvelope['actor'];
  batchId: string | null;
  $correlationId: string;
  $causationId: string;
}

/** The prefix of all streams of a service; `repairline_<service>` is their category. */
export const prefixOf = (service: string): string => `repairline_${service}-`;

export function toEventData(append: PreparedAppend): EventData[] {
  const { commandId, correlationId, actor, batchId } = append;
  return append.events.map(({ id, type, version, data, occurredAt }) => {
    const metadata: Metadata = {
      version,
      occurredAt: occurredAt.toISOString(),
      actor,
      batchId,
      $correlationId: correlationId,
      $causationId: commandId,
    };
    return jsonEvent({ id, type, data, metadata: { ...metadata } });
  });
}

/** False for what the server itself writes into a stream, such as the tombstone of one that was deleted for good. */
export function isLogged(prefix: string, { streamId, type }: RecordedEvent): boolean {
  return streamId.startsWith(prefix) && !type.startsWith('$');
}

/** No event has this version: what another program has written into a stream cannot be read, but takes its position. */
const UNKNOWN_VERSION = 0;

/** @throws if EventStoreDB does not return the event's position, which it does from 22.6 on */
export function fromRecorded(prefix: string, event: RecordedEvent): LoggedEvent {
  if (!event.position) throw new Error('This EventStoreDB is older than 22.6 and does not report positions');
  const { version, occurredAt, actor, batchId, $correlationId, $causationId } = metadataOf(event);
  const { id, type } = event;
  return {
    id,
    stream: event.streamId.slice(prefix.length),
    streamVersion: Number(event.revision) + 1,
    commit: Number(event.position.commit),
    version,
    occurredAt: new Date(occurredAt),
    recordedAt: event.created,
    actor,
    correlationId: $correlationId,
    causationId: $causationId,
    batchId,
    stored: { id, type, version, data: event.data as Record<string, unknown> },
  };
}

function metadataOf({ metadata, created }: RecordedEvent): Metadata {
  if (isOurs(metadata)) return metadata;
  const nobody = { actor: null, batchId: null, $correlationId: '', $causationId: '' };
  return { ...nobody, version: UNKNOWN_VERSION, occurredAt: created.toISOString() };
}

/** The client hands over bytes if they are no JSON, and nothing if there are none. */
function isOurs(metadata: unknown): metadata is Metadata {
  if (typeof metadata !== 'object' || metadata === null) return false;
  const { version, occurredAt, $causationId } = metadata as Partial<Record<keyof Metadata, unknown>>;
  const isDated = typeof occurredAt === 'string' && !Number.isNaN(Date.parse(occurredAt));
  return typeof version === 'number' && isDated && typeof $causationId === 'string';
}
