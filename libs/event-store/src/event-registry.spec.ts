import { z } from 'zod';
import { defineEvent, type EventDefinition } from '@repairline/contracts/event';
import { createEventRegistry, type Upcaster } from './event-registry';
import { createEventCodec } from './personal-data/event-codec';
import { createInMemoryKeyring } from './personal-data/keyring';
import { goldenFaults } from './testing/golden-events';

const v1 = defineEvent(
  'DeviceWeighed',
  1,
  z.object({ id: z.string(), pounds: z.number(), by: z.string().nullable() }),
  {
    personal: ['by'],
    subject: 'id',
    published: { inside: 'a sample' },
  },
);
const v2 = defineEvent('DeviceWeighed', 2, z.object({ id: z.string(), grams: z.number(), by: z.string().nullable() }), {
  personal: ['by'],
  subject: 'id',
  published: { inside: 'a sample' },
});
const v3 = defineEvent(
  'DeviceWeighed',
  3,
  z.object({ id: z.string(), grams: z.number(), scale: z.string(), by: z.string().nullable() }),
  { personal: ['by'], subject: 'id', published: { inside: 'a sample' } },
);
const toGrams: Upcaster = {
  type: 'DeviceWeighed',
  from: 1,
  upcast: ({ pounds, ...data }) => ({ ...data, grams: Number(pounds) * 453.6 }),
};
const withScale: Upcaster = { type: 'DeviceWeighed', from: 2, upcast: (data) => ({ ...data, scale: 'bench' }) };
const former = { definitions: [v1, v2], upcasters: [toGrams, withScale] };

describe('event versions', () => {
  test('an event stored in an old version is read in the newest, its personal fields included', async () => {
    const keyring = createInMemoryKeyring();
    const id = '6f0e7bb4-3b5c-4f0e-9a0e-0a6f0f2f8f51';
    const old = createEventCodec(createEventRegistry([v1]), keyring);
    const stored = await old.encode([
      { id, event: { type: 'DeviceWeighed', data: { id: '1', pounds: 10, by: 'Ada' } } },
    ]);
    const now = createEventCodec(createEventRegistry([v3], former), keyring);
    expect(await now.decode(stored)).toEqual([
      { type: 'DeviceWeighed', data: { id: '1', grams: 4536, scale: 'bench', by: 'Ada' } },
    ]);
  });

  test('an event of an unknown type or version is read as one that names it and cannot be used', async () => {
    const codec = createEventCodec(createEventRegistry([v1]), createInMemoryKeyring());
    const row = { id: 'x', version: 1, data: {} };
    const stored = [
      { ...row, type: 'DeviceSold' },
      { ...row, type: 'DeviceWeighed', version: 9 },
    ];
    const [sold, weighed] = await codec.decodePage(stored);
    await expect(codec.decode(stored)).rejects.toThrow('The event x (DeviceSold version 1) cannot be read');
    expect(() => sold?.data).toThrow('The event x (DeviceSold version 1) cannot be read');
    expect(() => weighed?.data).toThrow('The event x (DeviceWeighed version 9) cannot be read');
  });

  test.each<[string, EventDefinition[], EventDefinition[], Upcaster[]]>([
    ['defined twice', [v2, v2], [], []],
    ['defined twice', [v2], [v2], []],
    ['No upcaster leads from DeviceWeighed version 2', [v3], [v1], [toGrams]],
    ['DeviceWeighed@2 is newer', [v1], [v2], []],
  ])(
    'a registry that could not read every stored version is not created: %s',
    (message, newest, definitions, upcasters) => {
      expect(() => createEventRegistry(newest, { definitions, upcasters })).toThrow(message);
    },
  );
});

describe('the check of the golden file', () => {
  const registry = createEventRegistry([v3], former);
  const golden = [
    { type: 'DeviceWeighed', version: 1, data: { id: '1', pounds: 3, by: 'Ada' } },
    { type: 'DeviceWeighed', version: 2, data: { id: '1', grams: 900, by: null } },
    { type: 'DeviceWeighed', version: 3, data: { id: '1', grams: 900, scale: 'shelf', by: null } },
  ];

  test('finds no fault while every version ever written can still be read', () => {
    expect(goldenFaults(registry, golden)).toEqual([]);
  });

  test('reports a version without a sample', () => {
    expect(goldenFaults(registry, golden.slice(1))).toEqual(['DeviceWeighed version 1 has no golden sample']);
  });

  test('reports a sample that can no longer be read', () => {
    const edited = createEventRegistry([v3], {
      ...former,
      upcasters: [{ ...toGrams, upcast: (data) => data }, withScale],
    });
    expect(goldenFaults(edited, golden)).toEqual([
      expect.stringContaining('DeviceWeighed version 1 no longer reads: grams'),
    ]);
    const forgotten = createEventRegistry([v3], { definitions: [v2], upcasters: [withScale] });
    expect(goldenFaults(forgotten, golden)).toEqual([expect.stringContaining('DeviceWeighed version 1')]);
  });

  test('reports a stored version that could not be read after the erasure of a personal field', () => {
    const stricter = defineEvent('DeviceWeighed', 1, v1.data.extend({ by: z.string() }), {
      personal: ['by'],
      subject: 'id',
      published: { inside: 'a sample' },
    });
    expect(goldenFaults(createEventRegistry([stricter]), golden.slice(0, 1))).toEqual([
      'DeviceWeighed version 1 cannot be read once by is erased',
    ]);
  });
});
