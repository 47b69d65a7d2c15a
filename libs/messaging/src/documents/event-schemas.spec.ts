import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { billingEvents } from '@repairline/contracts/billing/events';
import { identityEvents } from '@repairline/contracts/identity/events';
import { publishedEvents } from '@repairline/contracts/published-events';
import { publishedSubjects } from '@repairline/contracts/published-subjects';
import { repairsEvents } from '@repairline/contracts/repairs/events';
import { breakingSchemaChanges } from './breaking-changes';
import { eventSchemas } from './event-schemas';
import type { JsonSchema } from './json-schema';

const folder = join(__dirname, '../../../../docs/events');
const type = (file: string) => file.replace(/\.json$/u, '');
const kept = new Map(
  readdirSync(folder)
    .filter((file) => file.startsWith('repairline.'))
    .map((file) => [type(file), JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonSchema]),
);

test('no event that was ever published has a breaking change: that needs a higher version', () => {
  expect(kept.size).toBeGreaterThanOrEqual(publishedEvents.length);
  expect(breakingSchemaChanges(kept, eventSchemas())).toEqual([]);
});

test('a breaking change of a published event is detected', () => {
  const [first, ...others] = publishedEvents;
  if (!first) throw new Error('nothing is published');
  const { deviceId: _deviceId, ...rest } = first.data.shape as Record<string, z.ZodType>;
  const changed = { ...first, data: z.object(rest) };
  expect(breakingSchemaChanges(kept, eventSchemas([changed, ...others]))).toEqual([
    `${first.type}: data.deviceId is gone`,
  ]);
});

test('the schemas in docs/events match the contracts; `npm run documents` writes them', () => {
  for (const [name, schema] of eventSchemas()) expect(kept.get(name)).toEqual(schema);
});

test('the type of every published event matches the subjects of the stream', () => {
  const pattern = new RegExp(`^${publishedSubjects().replaceAll('.', '\\.').replaceAll('*', '[a-z0-9-]+')}$`, 'u');
  expect(publishedEvents.filter((event) => !pattern.test(event.type))).toEqual([]);
});

test('every published text has a known kind or listed values, so that no free text is published', () => {
  const bare = [...eventSchemas()].flatMap(([name, { properties }]) =>
    bareTexts(properties?.data ?? {}).map((path) => `${name} ${path}`),
  );
  expect(bare).toEqual([]);
  expect(bareTexts({ type: 'object', properties: { note: { type: ['string', 'null'] } } })).toEqual(['.note']);
});

test('no published field has the name of a personal field', () => {
  const definitions = [...identityEvents, ...repairsEvents, ...billingEvents];
  const personal = new Set(definitions.flatMap((event) => [...event.personal] as string[]));
  const fields = publishedEvents.flatMap(({ data }) => Object.keys(data.shape));
  expect(personal.size).toBeGreaterThan(5);
  expect(fields.filter((field) => personal.has(field))).toEqual([]);
});

/** Paths of texts without a kind or a list of words, which could contain anything. */
function bareTexts(schema: JsonSchema, path = ''): string[] {
  const isText = [schema.type].flat().includes('string');
  const isKnown = schema.enum !== undefined || 'const' in schema || schema['x-holds'] !== undefined;
  return [
    ...(isText && !isKnown ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => bareTexts(field, `${path}.${name}`)),
    ...(schema.anyOf ?? []).flatMap((branch) => bareTexts(branch, path)),
    ...(schema.items ? bareTexts(schema.items, `${path}[]`) : []),
  ];
}
