import { types, type CustomTypesConfig } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
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
    if (oid === TIMESTAMPTZ) return moment;
    if (oid === INT8) return Number;
    return types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

/** `2026-11-20 08:15:30.123456+00`: ISO 8601 but for the blank and the short zone, with which `Date` takes ten times as long. */
export function moment(text: string): Date {
  return text.endsWith('+00') && text.length <= 29
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, Math.min(text.length - 3, 23))}Z`)
    : new Date(text);
}

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
