import { types, type CustomTypesConfig } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import { momentOf } from '@repairline/postgres/moments';
import type { AnyEvent } from '../event-store';
import type { StoredEvent } from '../personal-data/event-codec';

export const EVENT_COLUMNS =
  'id, type, version, data, position, stream, stream_version, occurred_at, recorded_at, actor, correlation_id, causation_id, batch_id';

/** A row of `events`, in the order of `EVENT_COLUMNS`, JSON as text. Reading it as an object takes a tenth longer. */
export type EventRow = [
  id: string,
  type: string,
  version: number,
  data: string,
  position: number,
  stream: string,
  streamVersion: number,
  occurredAt: Date,
  recordedAt: Date,
  actor: string | null,
  correlationId: string,
  causationId: string,
  batchId: string | null,
];

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const JSONB = 3802;
const asItStands = (text: string) => text;

/** How rows of the log are parsed, independent of the pool: a long log is read row by row, and each step counts. */
export const eventTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return momentOf;
    if (oid === INT8) return Number;
    if (oid === JSONB) return asItStands;
    return types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

export function storedEventOf([id, type, version, data]: EventRow): StoredEvent {
  return { id, type, version, data: JSON.parse(data) as StoredEvent['data'] };
}

type Actor = EventEnvelope['actor'];
const MOST_ACTORS = 1_000;
const actors = new Map<string, Actor>();

/** A few people cause most events of a log: each distinct text is parsed once. */
function actorOf(text: string | null): Actor {
  if (text === null) return null;
  const known = actors.get(text);
  if (known) return known;
  const actor = Object.freeze(JSON.parse(text) as Actor);
  if (actors.size >= MOST_ACTORS) actors.clear();
  actors.set(text, actor);
  return actor;
}

export function envelopeOf<S extends AnyEvent>(row: EventRow, event: S): EventEnvelope<S> {
  return {
    id: row[0],
    stream: row[5],
    streamVersion: row[6],
    position: row[4],
    event,
    version: row[2],
    occurredAt: row[7],
    recordedAt: row[8],
    actor: actorOf(row[9]),
    correlationId: row[10],
    causationId: row[11],
    batchId: row[12],
  };
}
