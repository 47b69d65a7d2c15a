import {
  publishedContexts,
  publishedEvents,
  type PublishedEventDefinition,
} from '@repairline/contracts/published/published-events';
import { descriptionOf, eventSchemas, statusAfter } from '@repairline/messaging/documents/event-schemas';
import type { JsonSchema } from '@repairline/messaging/documents/json-schema';
import { firstPrograms } from './first-program';
import { escaped, inline, page, program, prose, table, ways } from './html';
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
<h2>A first program</h2>
${program('In JavaScript', firstPrograms.js)}
${program('In Python', firstPrograms.python)}
<h2>Which event sets which status</h2>
<p>All other events leave it as it is.</p>
${statusTable(told)}
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

const OF_WHAT: Record<string, string> = { device: 'device', item: 'billing of a repair', user: 'user' };

function statusTable(told: readonly PublishedEventDefinition[]): string {
  const rows = told.flatMap((event) => {
    const status = statusAfter(event);
    const { type, aggregate } = event;
    const link = `<a href="#${type}">${escaped(headingOf(event))}</a>`;
    return status ? [[link, escaped(OF_WHAT[aggregate] ?? aggregate), inline(status)]] : [];
  });
  return table('Which event sets which status', ['Event', 'Of the', 'Status after it'], rows);
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
