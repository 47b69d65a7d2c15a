import { types, type CustomTypesConfig } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import { isoMoment } from '@repairline/service-kit/moment-text';
import type { AnyEvent } from '../event-store';

export const EVENT_COLUMNS =
  'position, stream, stream_version, id, type, version, data, occurred_at, recorded_at, actor, correlation_id, causation_id, batch_id';

/** A row of `events` as `eventTypes` reads it. */
export interface EventRow {
  position: number;
  stream: string;
  stream_version: number;
  id: string;
  type: string;
  version: number;
  data: Record<string, unknown>;
  occurred_at: Date;
  recorded_at: Date;
  actor: EventEnvelope['actor'];
  correlation_id: string;
  causation_id: string;
  batch_id: string | null;
}

const INT8 = 20;
const TIMESTAMPTZ = 1184;

/** How rows of the log are read, whatever the pool does: a long log is read a row at a time, and each step counts. */
export const eventTypes: CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return (text: string) => new Date(isoMoment(text));
    if (oid === INT8) return Number;
    return types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

export function envelopeOf<S extends AnyEvent>(row: EventRow, event: S): EventEnvelope<S> {
  return {
    id: row.id,
    stream: row.stream,
    streamVersion: row.stream_version,
    position: row.position,
    event,
    version: row.version,
    occurredAt: row.occurred_at,
    recordedAt: row.recorded_at,
    actor: row.actor,
    correlationId: row.correlation_id,
    causationId: row.causation_id,
    batchId: row.batch_id,
  };
}
