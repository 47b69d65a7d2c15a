import {
  publishedContexts,
  publishedEvents,
  type PublishedEventDefinition,
} from '@repairline/contracts/published-events';
import { descriptionOf, eventSchemas } from '@repairline/messaging/documents/event-schemas';
import type { JsonSchema } from '@repairline/messaging/documents/json-schema';
import { escaped, inline, page, prose, ways } from './html';
import { fieldTable } from './schema-words';

/** The published events as a page for people, from the AsyncAPI document. */
export function eventsPage(
  document: Record<string, unknown>,
  nonce: string,
  told: readonly PublishedEventDefinition[] = publishedEvents,
): string {
  const { title, description } = document.info as { title: string; description: string };
  const schemas = eventSchemas(told);
  const sections = publishedContexts.map((context) => {
    const events = told.filter((event) => event.context === context);
    return `<h2 id="${context}">${context}</h2>\n${events.map((event) => section(event, schemas)).join('\n')}`;
  });
  const [first] = schemas.values();
  const body = `<header><h1>${escaped(title)}</h1>
${prose(description)}
${ways([
  ['/api/docs/asyncapi.json', 'AsyncAPI document'],
  ['/api/docs', 'The API'],
])}</header>
<nav aria-label="Events">${publishedContexts.map((context) => contents(context, told)).join('\n')}</nav>
<main id="content">
<h2>Attributes of every event</h2>
${fieldTable('Attributes of every event', { ...first, properties: envelopeOf(first) })}
${sections.join('\n')}
</main>`;
  return page({ title, body, nonce });
}

function contents(context: string, told: readonly PublishedEventDefinition[]): string {
  const events = told.filter((event) => event.context === context);
  const items = events.map((event) => `<li><a href="#${event.type}">${escaped(headingOf(event))}</a></li>`);
  return `<p><a href="#${context}">${context}</a></p><ul>${items.join('')}</ul>`;
}

function section(event: PublishedEventDefinition, schemas: Map<string, JsonSchema>): string {
  const { type } = event;
  const [heading, data] = [headingOf(event), schemas.get(type)?.properties?.data ?? {}];
  return `<h3 id="${type}">${escaped(heading)}</h3>
<p>${inline(descriptionOf(event))}. Subject and type: <code>${escaped(type)}</code></p>
${fieldTable(`Data of ${heading}`, data)}`;
}

/** Includes the version only if the event has several. */
function headingOf({ name, version, newest }: PublishedEventDefinition): string {
  return newest === 1 ? name : `${name} v${version}`;
}

function envelopeOf(schema: JsonSchema | undefined): Record<string, JsonSchema> {
  const { data: _data, type: _type, source: _source, ...common } = schema?.properties ?? {};
  return {
    ...common,
    source: { type: 'string', description: 'The context whose log it comes from, after `/repairline/`' },
    type: { type: 'string', description: 'The kind of event; also its subject' },
  };
}
