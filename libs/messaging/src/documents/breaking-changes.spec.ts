import { breakingChanges, brokenPromises } from './breaking-changes';
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
  ['nothing', before],
  ['a further field', withField('school', { type: 'string' })],
  ['fewer words', withField('priority', { type: 'string', enum: ['High'] })],
  ['one word for good', withField('priority', { const: 'High', type: 'string' })],
  ['never empty', withField('assigneeId', device)],
  ['whole numbers alone', withField('minutes', { type: 'number', minimum: 0, multipleOf: 1 })],
  ['a field that is now always there', { ...before, required: [...(before.required ?? []), 'note'] }],
])('%s breaks nobody', (_, after) => {
  expect(breakingChanges(before, after)).toEqual([]);
});

test.each<[string, JsonSchema, string]>([
  ['a field that is gone', without('deviceId'), 'deviceId is gone'],
  ['a field that may be missing', { ...before, required: ['deviceId'] }, 'priority may be missing'],
  ['another type', withField('minutes', { type: 'string' }), 'minutes is no longer of type number'],
  [
    'another word',
    withField('priority', { type: 'string', enum: ['High', 'Low', 'Urgent'] }),
    'priority may be another word',
  ],
  ['any word', withField('priority', { type: 'string' }), 'priority may be another word'],
  [
    'a field that may be empty',
    withField('deviceId', { anyOf: [device, { type: 'null' }] }),
    'deviceId is no longer of type',
  ],
  [
    'another thing beside empty',
    withField('assigneeId', { anyOf: [{ type: 'number' }, { type: 'null' }] }),
    'assigneeId may be something else',
  ],
  [
    'another word in a list',
    withField('issues', { type: 'array', items: { type: 'string' } }),
    'issues[] may be another word',
  ],
  ['a number below the least', withField('minutes', { type: 'number', minimum: -1 }), 'minutes has another minimum'],
  ['another constant', withField('kind', { const: 'other' }), 'kind is no longer "repair"'],
  [
    'another kind of text',
    withField('deviceId', { type: 'string', 'x-holds': 'model' }),
    'deviceId has another x-holds',
  ],
])('%s is named', (_, after, sentence) => {
  expect(breakingChanges(before, after).join('; ')).toContain(sentence);
});

test('an event that is not described any more is named, also where there is a higher version of it', () => {
  const of = (...types: string[]) => new Map(types.map((type) => [type, before]));
  const [one, two] = ['repairline.repairs.device.v1.device-scrapped', 'repairline.repairs.device.v2.device-scrapped'];
  expect(brokenPromises(of(one), of())).toEqual([`${one}: is not described any more`]);
  expect(brokenPromises(of(one), of(two))).toEqual([`${one}: is not described any more`]);
  expect(brokenPromises(of(one), of(one, two))).toEqual([]);
  expect(brokenPromises(of(one), new Map([[one, without('kind')]]))).toEqual([`${one}: kind is gone`]);
});
