import type { JsonSchema } from '@repairline/messaging/documents/json-schema';
import { escaped, inline, table } from './html';

/** A schema in a few words, as HTML. */
export function inWords(schema: JsonSchema): string {
  const { $ref, anyOf, allOf, oneOf, items } = schema;
  if (typeof $ref === 'string') return named($ref.slice($ref.lastIndexOf('/') + 1));
  for (const parts of [anyOf, oneOf, allOf])
    if (Array.isArray(parts)) return parts.map((part) => inWords(part as JsonSchema)).join(' or ');
  if (schema.enum) return schema.enum.map(word).join(', ');
  if ('const' in schema) return word(schema.const);
  if (items) return `list of ${inWords(items)}`;
  if (schema.properties) return `{ ${Object.keys(schema.properties).map(escaped).join(', ')} }`;
  if (schema.additionalProperties) return `by name ${inWords(schema.additionalProperties)}`;
  const types = [schema.type].flat().filter((type) => type !== undefined);
  return types.length > 0 ? escaped(types.join(' or ')) : 'anything';
}

export function fieldTable(caption: string, { properties = {}, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties).map(([name, schema]) => [
    `<code>${escaped(name)}</code>`,
    inWords(schema),
    required.includes(name) ? 'always' : 'may be missing',
    inline(meaning(schema)),
  ]);
  return table(caption, ['Field', 'Value', 'Present', 'Meaning'], rows);
}

/** For a value that may be null, the description of the other branch. */
function meaning({ description, anyOf }: JsonSchema): string {
  return description ?? anyOf?.find((branch) => branch.description)?.description ?? '';
}

const word = (value: unknown): string => `<code>${escaped(JSON.stringify(value))}</code>`;
const named = (name: string): string => `<a href="#${escaped(name)}">${escaped(name)}</a>`;
