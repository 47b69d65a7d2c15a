import { randomUUID } from 'node:crypto';
import {
  AwaitBillingItem,
  ListBillingItems,
  MarkBillingItem,
  WriteBillingNotes,
} from '@repairline/contracts/billing/calls';
import { codeOf } from '@repairline/messaging/testing/ask';
import { admin, tess } from '@repairline/messaging/testing/staff';
import { billingItemStream } from '../domain/billing-item';
import { openWorkbench, type Workbench } from '../testing/workbench';

let bench: Workbench;
beforeEach(async () => (bench = await openWorkbench()));
afterEach(() => bench.close());

const items = async () => (await bench.ask(ListBillingItems, {})).items;
const numbers = async () => (await items()).map(({ barcodeNumber }) => barcodeNumber);

test('a completed repair becomes a pending item with its texts and the time of completion', async () => {
  const deviceId = randomUUID();
  const texts = { issue: 'Missing keys', actions: '* Keys A and B', comments: 'Case too' };
  const id = await bench.completed({ deviceId, assetNumber: 'CB-1', technicianId: tess.userId, ...texts });
  expect(await items()).toEqual([
    {
      ...{ id, barcodeNumber: 'CB-1', timestamp: '2026-09-01T15:00:00.000Z', ...texts, completed: true },
      ...{ technician: 'Tess Turner', technicianId: tess.userId, billingSent: false },
      createdAt: expect.any(String) as string,
      device: { id: deviceId, barcodeNumber: 'CB-1', billingNotes: '' },
    },
  ]);
});

test('an event that is delivered again opens no second item, even after the first was sent', async () => {
  const event = bench.repairs.complete();
  await bench.react(event, event);
  const itemId = String(event.data.logId);
  await bench.ask(MarkBillingItem, { itemId, billingSent: true }, { as: admin });
  await bench.react(event);
  await bench.shown();
  expect(await items()).toMatchObject([{ id: itemId, billingSent: true }]);
  expect(await bench.store.head()).toBe(2);
});

test('an opened item has its event as the cause, the time of that event and no actor', async () => {
  const event = bench.repairs.complete();
  await bench.react(event);
  const [opened] = await bench.store.readStream(billingItemStream(String(event.data.logId)));
  expect(opened).toMatchObject({ causationId: event.id, correlationId: 'test', actor: null });
  expect(opened?.occurredAt.toISOString()).toBe(event.time);
});

test('while repairs is away no item is opened; all are opened when the events are redelivered', async () => {
  const events = [bench.repairs.complete(), bench.repairs.assign(), bench.repairs.complete()];
  bench.repairs.absences = 1;
  expect(await codeOf(bench.react(...events))).toBe('service_unavailable');
  expect(await bench.store.head()).toBe(0);
  await bench.react(...events);
  expect(await bench.store.head()).toBe(2);
});

test('a completed repair whose log is not found fails instead of being skipped', async () => {
  const event = bench.repairs.complete();
  bench.repairs.logs.clear();
  await expect(bench.react(event)).rejects.toThrow('does not know the log');
  expect(await bench.store.head()).toBe(0);
});

test('many completions are fetched and opened in batches', async () => {
  const events = Array.from({ length: 250 }, () => bench.repairs.complete());
  await bench.react(...events);
  expect(bench.repairs.asked).toBe(3);
  expect(await bench.store.head()).toBe(250);
});

test('a renumbering also changes the number of earlier items, however often its event is delivered', async () => {
  const deviceId = randomUUID();
  const completed = [
    bench.repairs.complete({ deviceId, assetNumber: 'CB-1' }),
    bench.repairs.complete({ deviceId, assetNumber: 'CB-1' }),
  ];
  await bench.react(...completed);
  const there = bench.repairs.renumber(deviceId, 'CB-1', 'CB-2');
  const back = bench.repairs.renumber(deviceId, 'CB-2', 'CB-1');
  const again = bench.repairs.renumber(deviceId, 'CB-1', 'CB-3');
  await bench.react(there, back, again);
  await bench.react(...completed, there, back, again);
  await bench.shown();
  expect(await numbers()).toEqual(['CB-3', 'CB-3']);
});

describe('an event that is retried long after its time', () => {
  const deviceId = randomUUID();
  const completed = () => bench.repairs.complete({ deviceId, assetNumber: 'CB-1' });

  test('renumbers a device that has not been renumbered since', async () => {
    await bench.react(completed());
    await bench.late(bench.repairs.renumber(deviceId, 'CB-1', 'CB-2'));
    await bench.shown();
    expect(await numbers()).toEqual(['CB-2']);
  });

  test('does not undo a later renumbering, even one back to the previous number', async () => {
    const at = '2026-09-01T15:30:00.000Z';
    await bench.react(completed(), bench.repairs.renumber(deviceId, 'CB-0', 'CB-1', at));
    const left = bench.repairs.renumber(deviceId, 'CB-1', 'CB-2', '2026-09-01T16:00:00.000Z');
    const since = bench.repairs.renumber(deviceId, 'CB-2', 'CB-1', '2026-09-01T16:00:00.001Z');
    await bench.react(since);
    await bench.late(left);
    await bench.shown();
    expect(await numbers()).toEqual(['CB-1']);
  });

  test('opens the item of a completed repair', async () => {
    await bench.late(completed());
    await bench.shown();
    expect(await numbers()).toEqual(['CB-1']);
  });
});

test('texts are stored encrypted in the log', async () => {
  await bench.completed({ actions: 'Bo spilled milk' });
  const { rows } = await bench.pool.query<{ text: string }>('select events::text as text from events');
  expect(rows).toHaveLength(1);
  expect(rows[0]?.text).not.toContain('milk');
});

test('a caller who waits for an item is answered once it is shown, or that it is not', async () => {
  const event = bench.repairs.complete();
  const itemId = String(event.data.logId);
  const waiting = bench.ask(AwaitBillingItem, { itemId });
  await bench.react(event);
  expect(await waiting).toEqual({ shown: true });
  expect(await items()).toMatchObject([{ id: itemId }]);
  expect(await bench.ask(AwaitBillingItem, { itemId: randomUUID() })).toEqual({ shown: false });
});

test('an erasure at repairs erases the texts of that device from log and lists, and of no other device', async () => {
  const deviceId = randomUUID();
  const texts = { issue: 'Zoe spilt juice', actions: 'Dried for Zoe', comments: 'Zoe again' };
  const id = await bench.completed({ deviceId, assetNumber: 'CB-1', ...texts });
  await bench.completed({ assetNumber: 'CB-2', issue: 'Bo dropped it' });
  await bench.ask(WriteBillingNotes, { deviceId, assetNumber: 'CB-1', billingNotes: 'Zoe pays' });
  const erasure = bench.repairs.erase(deviceId);
  await bench.react(erasure, erasure);
  await bench.shown();
  const { rows } = await bench.pool.query<{ text: string }>(
    'select x::text as text from billing_items x union all select x::text from billed_devices x',
  );
  expect(rows.filter(({ text }) => /zoe/iu.test(text))).toEqual([]);
  expect((await items()).find((item) => item.id === id)).toMatchObject({ issue: '', actions: '', comments: null });
  expect((await items()).map(({ issue }) => issue)).toContain('Bo dropped it');
  const [opened] = await bench.store.readStream(billingItemStream(id));
  expect(opened?.event.data).toMatchObject({ issue: null, actions: null, comments: null });
});

test('an erasure that is delivered again leaves what was typed after it', async () => {
  const deviceId = randomUUID();
  await bench.completed({ deviceId, assetNumber: 'CB-1', issue: 'Zoe spilt juice' });
  const erasure = bench.repairs.erase(deviceId);
  await bench.react(erasure);
  const later = await bench.completed({ deviceId, assetNumber: 'CB-1', issue: 'Hinge loose' });
  await bench.react(erasure);
  const [opened] = await bench.store.readStream(billingItemStream(later));
  expect(opened?.event.data).toMatchObject({ issue: 'Hinge loose' });
});
