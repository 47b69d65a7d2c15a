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
  /** How it leaves the service; null if it stays inside. */
  published: PublishedForm | null;
  /** What its line in a history says it was; null if it has none. */
  history: string | null;
}

/** The form in which other services and subscribers get an event. */
export interface PublishedForm<Name extends string = string, Data extends z.ZodObject = z.ZodObject> {
  name: Name;
  /** By `definePublishedEvent`. Of the stored data exactly these fields leave the service. */
  data: Data;
  /** The status after it, or the field of `data` that names the status. */
  statusAfter?: StatusAfter;
  /** Fields of `data` that are not stored. */
  derive?(stored: never, occurredAt: Date): object;
}
export type StatusAfter = string | { in: string };

/** Why an event is not published. */
interface Inside {
  inside: string;
}

type Facts<Data extends z.ZodObject, Form, History> = {
  personal?: readonly (keyof z.infer<Data> & string)[];
  subject?: keyof z.infer<Data> & string;
  history?: History;
  /** The published form, or why the event stays inside. */
  published: Form;
};

export function defineEvent<
  Type extends string,
  Data extends z.ZodObject,
  const Form extends PublishedForm | Inside,
  const History extends string | null = null,
>(type: Type, version: number, data: Data, facts: Facts<Data, Form, History>) {
  const { personal = [], subject = null, history = null as History } = facts;
  const published = ('inside' in facts.published ? null : facts.published) as Form extends Inside ? null : Form;
  return { type, version, data, personal, subject, history, published };
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
