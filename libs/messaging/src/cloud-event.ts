import { z } from 'zod';
import type { EventDefinition, EventEnvelope } from '@repairline/contracts/event';
import { versionOf } from '@repairline/contracts/published/published';
import { publishedType } from '@repairline/contracts/published/published-subjects';

/** The public form of a stored event. Of what people typed it holds only a device's model and asset number. */
export interface PublicEvent {
  /** What it happened to, e.g. `device`. */
  aggregate: string;
  /** What happened, e.g. `repair-completed`. */
  event: string;
  /** The version of the event's form, raised by a change that breaks readers. */
  version: number;
  data: Record<string, unknown>;
}

/** A service's allow-list: the public form of a stored event, or null for what stays inside. */
export type Publishing = (envelope: EventEnvelope) => PublicEvent | null;

/** Publishes what the definitions say, in their form: exactly the fields that its schema lists. */
export function publishingOf(aggregate: string, definitions: readonly EventDefinition[]): Publishing {
  const forms = new Map(definitions.map(({ type, published }) => [type, published]));
  return ({ event: { type, data: stored }, occurredAt }) => {
    const form = forms.get(type);
    if (!form) return null;
    const data = form.data.parse({ ...(stored as object), ...form.derive?.(stored as never, occurredAt) });
    return { aggregate, event: form.name, version: versionOf(form.data), data };
  };
}

const position = z.string().regex(/^\d+$/u).transform(Number);

/**
 * CloudEvents 1.0, structured JSON. Extension attributes: `position` (in the context's log), `predecessor` (position of
 * the published event before it, 0 for the first), `correlationid`, `causationid`. Positions are decimal strings,
 * because a CloudEvents integer has only 32 bits.
 */
export const cloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.string(),
  source: z.string(),
  type: z.string(),
  time: z.string(),
  datacontenttype: z.literal('application/json'),
  position,
  predecessor: position,
  correlationid: z.string(),
  causationid: z.string(),
  data: z.record(z.string(), z.unknown()),
});
export type CloudEvent = z.output<typeof cloudEvent>;
/** As it travels, before parsing. */
export type CloudEventJson = z.input<typeof cloudEvent>;

/** The event in a message on the bus, as it travels; undefined if it holds none, as any publisher can cause. */
export function eventIn(message: TextMessage): CloudEventJson | undefined {
  const parsed = jsonIn(message);
  return cloudEvent.safeParse(parsed).success ? (parsed as CloudEventJson) : undefined;
}

/** Undefined if a message holds something other than JSON. */
export function jsonIn(message: TextMessage): unknown {
  try {
    return message.json();
  } catch {
    return undefined;
  }
}

interface TextMessage {
  json<T>(): T;
}

export function toCloudEvent(
  context: string,
  envelope: EventEnvelope,
  published: PublicEvent,
  predecessor: number,
): CloudEventJson {
  return {
    specversion: '1.0',
    id: envelope.id,
    source: `/repairline/${context}`,
    type: publishedType(context, published.aggregate, published.version, published.event),
    time: envelope.occurredAt.toISOString(),
    datacontenttype: 'application/json',
    position: String(envelope.position),
    predecessor: String(predecessor),
    correlationid: envelope.correlationId,
    causationid: envelope.causationId,
    data: published.data,
  };
}
