import type { JsonSchema } from '@repairline/messaging/documents/json-schema';
import { escaped, inline, page, prose, table, ways } from './html';
import { fieldTable, inWords } from './schema-words';

interface Call {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: { name: string; in: string; required?: boolean; schema: JsonSchema; description?: string }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content: Record<string, { schema?: JsonSchema }> }>;
}

interface Document {
  info: { title: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, JsonSchema> };
}

/** The OpenAPI document as a page for people. */
export function apiPage(json: Record<string, unknown>, nonce: string): string {
  const { info, tags, paths, components } = json as unknown as Document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ call, title: `${method.toUpperCase()} ${path}` })),
  );
  const of = (tag: string) => calls.filter(({ call }) => call.tags.includes(tag));
  const items = (tag: string) =>
    of(tag).map(({ call, title }) => `<li><a href="#${call.operationId}">${escaped(title)}</a></li>`);
  const contents = tags.map(({ name }) => `<p>${escaped(name)}</p><ul>${items(name).join('')}</ul>`);
  const areas = tags.map(({ name }) => `<h2>${escaped(name)}</h2>\n${of(name).map(section).join('\n')}`);
  const shapes = Object.entries(components.schemas).map(([name, schema]) => shape(name, schema));
  const body = `<header><h1>${escaped(info.title)}</h1>
${prose(info.description)}
${ways([
  ['/api/docs/openapi.json', 'OpenAPI document'],
  ['/api/docs/events', 'The events'],
])}</header>
<nav aria-label="Calls">${contents.join('\n')}</nav>
<main id="content">
${areas.join('\n')}
<h2>Requests and answers</h2>
${shapes.join('\n')}
</main>`;
  return page({ title: info.title, body, nonce });
}

function section({ call, title }: { call: Call; title: string }): string {
  const { operationId, summary, description, parameters, requestBody, responses } = call;
  const sent = requestBody?.content['application/json']?.schema;
  const rows = Object.entries(responses).map(([status, { description: says, content }]) => [
    escaped(status),
    Number(status) < 400 ? answer(content) : inline(says.replaceAll(/(\w+)/gu, '`$1`')),
  ]);
  return `<h3 id="${operationId}"><code>${escaped(title)}</code></h3>
<p class="who">${inline(summary)}. ${escaped(description)}</p>
${sent ? `<p>Body: ${inWords(sent)}</p>` : ''}
${parameters.length > 0 ? parameterTable(title, parameters) : ''}
${table(`Answers of ${title}`, ['Status', 'Answer or error codes'], rows)}`;
}

function answer(content: Record<string, { schema?: JsonSchema }>): string {
  const [[type = '', { schema } = {}] = []] = Object.entries(content);
  return schema && type === 'application/json' ? inWords(schema) : escaped(type);
}

function parameterTable(title: string, parameters: Call['parameters']): string {
  const rows = parameters.map(({ name, in: place, required, schema, description }) => [
    `<code>${escaped(name)}</code>`,
    escaped(place),
    required ? 'yes' : 'no',
    [inWords(schema), inline(description ?? '')].filter(Boolean).join('. '),
  ]);
  return table(`Parameters of ${title}`, ['Name', 'In', 'Required', 'Value'], rows);
}

function shape(name: string, schema: JsonSchema): string {
  const says = schema.properties ? fieldTable(`Fields of ${name}`, schema) : `<p>${inWords(schema)}</p>`;
  return `<h3 id="${escaped(name)}">${escaped(name)}</h3>\n${says}`;
}
