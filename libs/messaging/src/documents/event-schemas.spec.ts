import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { billingEvents } from '@repairline/contracts/billing/events';
import { identityEvents } from '@repairline/contracts/identity/events';
import { publishedEvents } from '@repairline/contracts/published/published-events';
import { publishedSubjects } from '@repairline/contracts/published/published-subjects';
import { repairsEvents } from '@repairline/contracts/repairs/events';
import { LIMITS } from '@repairline/contracts/texts/text';
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

test('every published text has a known kind or listed values', () => {
  const bare = [...eventSchemas()].flatMap(([name, { properties }]) =>
    bareTexts(properties?.data ?? {}).map((path) => `${name} ${path}`),
  );
  expect(bare).toEqual([]);
  expect(bareTexts({ type: 'object', properties: { note: { type: ['string', 'null'] } } })).toEqual(['.note']);
});

describe('free text in events', () => {
  const texts = [...eventSchemas()].flatMap(([type, { properties }]) =>
    textsIn(properties?.data ?? {}).map(({ path, schema }) => ({ type, path, kind: schema['x-holds'], schema })),
  );
  const typed = texts.filter(({ schema }) => schema['x-typed']);
  const kindsOf = (some: typeof texts) => [...new Set(some.flatMap(({ kind }) => (kind as string) ?? []))].sort();
  const read = (path: string) => readFileSync(join(__dirname, '../../../..', path), 'utf8').replaceAll(/\s+/gu, ' ');

  test('is in two kinds of text alone; of the others, none can hold what somebody typed', () => {
    expect(kindsOf(typed)).toEqual(['asset number', 'model']);
    expect(kindsOf(texts.filter((text) => !typed.includes(text)))).toEqual(['id', 'moment', 'school']);
  });

  test('is told to subscribers field by field', () => {
    const [, paragraph = ''] =
      /## What is free text (.*?) The product does not look/u.exec(read('docs/events/README.md')) ?? [];
    const told = [...paragraph.matchAll(/`([^`]+)`/gu)].map(([, word]) => word);
    const fields = typed.map(({ path }) => path.slice(1));
    expect(new Set(told)).toEqual(new Set([...fields, 'asset-number-changed']));
    for (const limit of [LIMITS.model, LIMITS.assetNumber]) expect(paragraph).toContain(`up to ${limit}`);
  });

  test.each([
    ['README.md', /People are ids in events; ([^.]+?)\]/u],
    ['docs/operations/people.md', /### What no erasure reaches ([^.]+?) are free text/u],
    ['docs/events/asyncapi.json', /Of what people typed, events hold ([^.]+?)\./u],
    ['docs/events/repairline.repairs.device.v1.personal-data-erased.json', /was erased, except ([^;]+?);/u],
  ])('is named in %s, kind by kind', (path, sentence) => {
    const [, told = ''] = sentence.exec(read(path).replaceAll('\\n', ' ')) ?? [];
    expect(kindsOf(typed).filter((kind) => !told.includes(kind))).toEqual([]);
  });
});

test('no published field has the name of a personal field', () => {
  const definitions = [...identityEvents, ...repairsEvents, ...billingEvents];
  const personal = new Set(definitions.flatMap((event) => [...event.personal] as string[]));
  const fields = publishedEvents.flatMap(({ data }) => Object.keys(data.shape));
  expect(personal.size).toBeGreaterThan(5);
  expect(fields.filter((field) => personal.has(field))).toEqual([]);
});

/** Paths of texts without a kind or a list of words, which could contain anything. */
function bareTexts(schema: JsonSchema): string[] {
  const isKnown = (text: JsonSchema) => text.enum !== undefined || 'const' in text || text['x-holds'] !== undefined;
  return textsIn(schema).flatMap((text) => (isKnown(text.schema) ? [] : [text.path]));
}

function textsIn(schema: JsonSchema, path = ''): { path: string; schema: JsonSchema }[] {
  return [
    ...([schema.type].flat().includes('string') ? [{ path, schema }] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => textsIn(field, `${path}.${name}`)),
    ...(schema.anyOf ?? []).flatMap((branch) => textsIn(branch, path)),
    ...(schema.items ? textsIn(schema.items, `${path}[]`) : []),
  ];
}
