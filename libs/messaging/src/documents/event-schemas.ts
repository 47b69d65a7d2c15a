import { publishedEvents, type PublishedEventDefinition } from '@repairline/contracts/published/published-events';
import { openSchema, type JsonSchema } from './json-schema';

const position = { type: 'string', pattern: '^[0-9]+$' };
const text = { type: 'string', minLength: 1 };

/** JSON Schemas of the published events as they travel, CloudEvents 1.0 structured JSON, by type. */
export function eventSchemas(events: readonly PublishedEventDefinition[] = publishedEvents): Map<string, JsonSchema> {
  return new Map(events.map((event) => [event.type, schemaOf(event)]));
}

/** What an event says; for a former version, also that it is one. */
export function descriptionOf({ what, version, newest }: PublishedEventDefinition): string {
  return version === newest
    ? what
    : `${what}. Now published as v${newest}; the stream still holds earlier events in this version`;
}

/** The status that an event sets, in Markdown; undefined if it sets none. */
export function statusAfter({ statusAfter: status }: PublishedEventDefinition): string | undefined {
  if (status === null) return undefined;
  return typeof status === 'string' ? `\`${status}\`` : `the one in its \`${status.in}\``;
}

function schemaOf(event: PublishedEventDefinition): JsonSchema {
  const { type, context, data } = event;
  const properties: Record<string, JsonSchema> = {
    specversion: { const: '1.0' },
    id: { ...text, description: 'Id of the event; the same on redelivery' },
    source: { const: `/repairline/${context}` },
    type: { const: type },
    time: { type: 'string', format: 'date-time', description: 'When it happened; may be back-dated' },
    datacontenttype: { const: 'application/json' },
    position: { ...position, description: 'Position in the log of its source, increasing; a decimal number' },
    predecessor: {
      ...position,
      description: 'Position of the published event before it in its source, 0 for the first',
    },
    correlationid: { ...text, description: 'Shared by everything that one request caused' },
    causationid: { ...text, description: 'Id of the command that caused the event' },
    data: openSchema(data),
  };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:${type.replaceAll('.', ':')}`,
    title: type,
    description: descriptionOf(event),
    type: 'object',
    properties,
    required: Object.keys(properties),
  };
}
