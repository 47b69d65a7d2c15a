import type { z } from 'zod';
import { DomainError } from '@repairline/contracts/domain-error';
import { invalid } from '@repairline/messaging/calls/serve-calls';

/**
 * Checks the value against the schema and returns it unparsed: the service that owns the rule parses it again, and a
 * parsed value need not fit the schema that produced it.
 */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.input<Schema> {
  parsed(schema, value);
  return (value ?? {}) as z.input<Schema>;
}

export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  if (Array.isArray(value)) throw new DomainError({ code: 'validation_failed', message: 'Send one JSON object' });
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw new DomainError(invalid(result.error));
}
