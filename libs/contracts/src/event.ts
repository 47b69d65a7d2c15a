import type { z } from 'zod';

/**
 * One version of a stored event's data. Stored events are a file format: a definition that has been in use
 * is never edited; a change is a new version with an upcaster from the one before.
 */
export interface EventDefinition<Type extends string = string, Data extends z.ZodObject = z.ZodObject> {
  type: Type;
  version: number;
  data: Data;
  /** Fields of `data` that are stored encrypted and read as null once their key is erased. They must be nullable. */
  personal: readonly (keyof z.infer<Data> & string)[];
  /** The field of `data` whose value names the subject that the personal fields belong to. */
  subject: (keyof z.infer<Data> & string) | null;
}

export function defineEvent<Type extends string, Data extends z.ZodObject>(
  type: Type,
  version: number,
  data: Data,
  privacy: { personal: readonly (keyof z.infer<Data> & string)[]; subject: keyof z.infer<Data> & string } | null = null,
): EventDefinition<Type, Data> {
  return { type, version, data, personal: privacy?.personal ?? [], subject: privacy?.subject ?? null };
}

/** A definition as the `{ type, data }` pair that deciders and views handle. */
export type EventOf<Definition> =
  Definition extends EventDefinition<infer Type, infer Data> ? { type: Type; data: z.infer<Data> } : never;

/** Where, when and by whom an event was recorded. */
export interface EventEnvelope<Event extends { type: string; data: unknown } = { type: string; data: unknown }> {
  id: string;
  /** `<category>-<id>`, e.g. `device-8f14…` */
  stream: string;
  /** 1 for a stream's first event. */
  streamVersion: number;
  /** Position in the service's log, rising in commit order; a safe integer. */
  position: number;
  event: Event;
  /** The version it was stored in; `event` is already upcast to the newest. */
  version: number;
  /** When it happened; may be back-dated. */
  occurredAt: Date;
  recordedAt: Date;
  /** `tokenId` is set if a script did it with a personal API token of the user's. */
  actor: { userId: string; name: string; tokenId?: string } | null;
  correlationId: string;
  /** The id of the command that caused it. */
  causationId: string;
  /** Shared by all events of one bulk import. */
  batchId: string | null;
}
