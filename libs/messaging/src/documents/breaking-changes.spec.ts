import { breakingChanges, breakingSchemaChanges } from './breaking-changes';
import type { JsonSchema } from './json-schema';

const device = { type: 'string', 'x-holds': 'id' };
const priority = { type: 'string', enum: ['High', 'Low'] };
const before: JsonSchema = {
  type: 'object',
  properties: {
    deviceId: device,
    priority,
    minutes: { type: 'number', minimum: 0 },
    assigneeId: { anyOf: [device, { type: 'null' }] },
    issues: { type: 'array', items: priority },
    kind: { const: 'repair' },
    note: { type: 'string' },
  },
  required: ['deviceId', 'priority', 'minutes', 'assigneeId', 'issues', 'kind'],
};
const withField = (name: string, schema: JsonSchema): JsonSchema => ({
  ...before,
  properties: { ...before.properties, [name]: schema },
});
const without = (name: string): JsonSchema => ({
  ...before,
  properties: Object.fromEntries(Object.entries(before.properties ?? {}).filter(([key]) => key !== name)),
});

test.each<[string, JsonSchema]>([
  ['an unchanged schema', before],
  ['an additional field', withField('school', { type: 'string' })],
  ['fewer enum values', withField('priority', { type: 'string', enum: ['High'] })],
  ['a constant instead of an enum', withField('priority', { const: 'High', type: 'string' })],
  ['a field that is no longer nullable', withField('assigneeId', device)],
  ['a number that becomes an integer', withField('minutes', { type: 'number', minimum: 0, multipleOf: 1 })],
  ['a field that becomes required', { ...before, required: [...(before.required ?? []), 'note'] }],
])('%s is not a breaking change', (_, after) => {
  expect(breakingChanges(before, after)).toEqual([]);
});

test.each<[string, JsonSchema, string]>([
  ['a removed field', without('deviceId'), 'deviceId is gone'],
  ['a field that becomes optional', { ...before, required: ['deviceId'] }, 'priority may be missing'],
  ['a changed type', withField('minutes', { type: 'string' }), 'minutes is no longer of type number'],
  [
    'an additional enum value',
    withField('priority', { type: 'string', enum: ['High', 'Low', 'Urgent'] }),
    'priority may be another word',
  ],
  ['any text instead of an enum', withField('priority', { type: 'string' }), 'priority may be another word'],
  [
    'a field that becomes nullable',
    withField('deviceId', { anyOf: [device, { type: 'null' }] }),
    'deviceId is no longer of type',
  ],
  [
    'a nullable field of another type',
    withField('assigneeId', { anyOf: [{ type: 'number' }, { type: 'null' }] }),
    'assigneeId may be something else',
  ],
  [
    'any text instead of an enum in a list',
    withField('issues', { type: 'array', items: { type: 'string' } }),
    'issues[] may be another word',
  ],
  ['a lowered minimum', withField('minutes', { type: 'number', minimum: -1 }), 'minutes has another minimum'],
  ['a changed constant', withField('kind', { const: 'other' }), 'kind is no longer "repair"'],
  [
    'a text of another x-holds kind',
    withField('deviceId', { type: 'string', 'x-holds': 'model' }),
    'deviceId has another x-holds',
  ],
])('%s is reported as a breaking change', (_, after, sentence) => {
  expect(breakingChanges(before, after).join('; ')).toContain(sentence);
});

test('an event that is no longer described is reported, even if there is a higher version of it', () => {
  const of = (...types: string[]) => new Map(types.map((type) => [type, before]));
  const [one, two] = ['repairline.repairs.device.v1.device-scrapped', 'repairline.repairs.device.v2.device-scrapped'];
  expect(breakingSchemaChanges(of(one), of())).toEqual([`${one}: is not described any more`]);
  expect(breakingSchemaChanges(of(one), of(two))).toEqual([`${one}: is not described any more`]);
  expect(breakingSchemaChanges(of(one), of(one, two))).toEqual([]);
  expect(breakingSchemaChanges(of(one), new Map([[one, without('kind')]]))).toEqual([`${one}: kind is gone`]);
});
