import { z } from 'zod';
import { DomainError } from '@repairline/contracts/domain-error';

/** A place in a list ordered by time, and by position for equal times. PostgreSQL knows no year 0. */
export const placeInTime = z.object({
  at: z.iso.datetime().refine((moment) => !moment.startsWith('0000')),
  position: z.int(),
});

/** Encodes a place in a list; opaque to clients. */
export function writeCursor(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/** Decodes a place. @throws {DomainError} `validation_failed` if it does not fit the schema */
export function readCursor<Schema extends z.ZodType>(schema: Schema, cursor: string): z.output<Schema> {
  const parsed = schema.safeParse(json(cursor));
  if (parsed.success) return parsed.data;
  const message = 'The cursor does not belong to this list';
  throw new DomainError({ code: 'validation_failed', message, issues: [{ path: 'cursor', message }] });
}

function json(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
