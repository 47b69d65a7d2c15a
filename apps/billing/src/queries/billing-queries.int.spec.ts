import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  BillingOf,
  BillingSummaryQuery,
  ListBillingItems,
  MarkBillingItem,
  WriteBillingNotes,
} from '@repairline/contracts/billing/calls';
import type { BillingFilters } from '@repairline/contracts/billing/requests';
import type { ChangeNotice } from '@repairline/contracts/live';
import { codeOf } from '@repairline/messaging/testing/ask';
import { admin, tess, tom } from '@repairline/messaging/testing/staff';
import { endProjectorTerm } from '@repairline/projections/following/checkpoints';
import { writeCursor } from '@repairline/postgres/queries/cursor';
import { saveTechnicians } from '@repairline/messaging/people/technicians';
import { inTransaction } from '@repairline/postgres/transaction';
import { BillingChangesSince, noticesOf } from '../notices';
import { openWorkbench, type Workbench } from '../testing/workbench';

let bench: Workbench;
const told: ChangeNotice[] = [];
beforeEach(async () => {
  told.length = 0;
  bench = await openWorkbench({
    onCommitted: async (batch, stretch) => void told.push(...(await noticesOf(bench.db, batch, stretch))),
  });
});
afterEach(() => bench.close());

const list = (filters: BillingFilters = {}) => bench.ask(ListBillingItems, filters);
const found = async (filters: BillingFilters) => (await list(filters)).items.map(({ barcodeNumber }) => barcodeNumber);
const summary = (q?: string) => bench.ask(BillingSummaryQuery, { q });
const mark = (itemId: string, billingSent: boolean, as = admin) =>
  bench.ask(MarkBillingItem, { itemId, billingSent }, { as });
const write = (deviceId: string, assetNumber: string, billingNotes?: string | null) =>
  bench.ask(WriteBillingNotes, { deviceId, assetNumber, billingNotes });

describe('the list of completed repairs', () => {
  test('is searched by asset number, technician, issue and work performed, whatever the case', async () => {
    const { userId: technicianId } = tess;
    await bench.completed({ assetNumber: 'Find-1', issue: 'Hinge', actions: 'Glued', technicianId });
    await bench.completed({
      assetNumber: 'Other-2',
      issue: 'Cracked SCREEN',
      actions: 'Swapped',
      technicianId: tom.userId,
    });
    await bench.completed({ assetNumber: 'Other-3', issue: '100%', actions: 'Cleaned', comments: 'smelled of milk' });
    expect(await found({ q: 'fInD' })).toEqual(['Find-1']);
    expect(await found({ q: 'tess t' })).toEqual(['Find-1']);
    expect(await found({ q: 'screen' })).toEqual(['Other-2']);
    expect(await found({ q: ' glued ' })).toEqual(['Find-1']);
    expect(await found({ q: 'MILK' })).toEqual(['Other-3']);
    expect(await found({ q: '0%' })).toEqual(['Other-3']);
    expect(await found({ q: '_' })).toEqual([]);
    expect(await found({ q: 'a\u0000b' })).toEqual([]);
    expect(await found({ q: '' })).toHaveLength(3);
  });

  test('is searched whichever quotes, dashes and accents were typed, and by the name that is shown', async () => {
    await bench.completed({ assetNumber: 'CB\u20111', issue: 'Can\u2019t charge', technicianId: tess.userId });
    await bench.completed({ assetNumber: 'Other-2', issue: 'Hinge', actions: 'R\u00e9par\u00e9' });
    for (const q of ["can't", 'cb-1', 'turner']) expect(await found({ q })).toEqual(['CB\u20111']);
    expect(await found({ q: 'repare' })).toEqual(['Other-2']);
    expect(await found({ q: 'tess@' })).toEqual([]);
  });

  test('filters by sent, by technician and by time, excluding its end', async () => {
    const first = await bench.completed({
      assetNumber: 'A',
      at: '2026-09-01T10:00:00.000Z',
      technicianId: tess.userId,
    });
    await bench.completed({ assetNumber: 'B', at: '2026-09-02T10:00:00.000Z', technicianId: tom.userId });
    await mark(first, true);
    expect(await found({ sent: 'true' })).toEqual(['A']);
    expect(await found({ sent: 'false' })).toEqual(['B']);
    for (const technician of ['tom tinker', 'tom@school.example', tom.userId]) {
      expect(await found({ technician })).toEqual(['B']);
    }
    for (const technician of ['nobody', '\u0000']) expect(await found({ technician })).toEqual([]);
    expect(await found({ from: '2026-09-02T10:00:00Z' })).toEqual(['B']);
    expect(await found({ to: '2026-09-02T10:00:00Z' })).toEqual(['A']);
  });

  test('finds a technician whose name has accents, however it is typed', async () => {
    const jose = {
      id: randomUUID(),
      name: 'Jose\u0301 Ruiz',
      email: 'jose@school.example',
      approved: true,
      position: 1,
    };
    await saveTechnicians(bench.pool, [jose]);
    await bench.completed({ assetNumber: 'A', technicianId: jose.id });
    for (const typed of ['Jose\u0301 Ruiz', 'Jos\u00e9 Ruiz', 'JOSE RUIZ']) {
      expect(await found({ technician: typed })).toEqual(['A']);
      expect(await found({ q: typed })).toEqual(['A']);
    }
  });

  test('can be filtered by times beyond the storable range, at any UTC offset', async () => {
    await bench.completed({ assetNumber: 'A' });
    for (const from of ['0000-01-01T00:00:00Z', '2001-01-01T00:00:00+23:00']) {
      expect(await found({ from, to: '9999-12-31T23:59:59-23:00' })).toEqual(['A']);
    }
  });

  test.each([{ at: '0000-01-01T00:00:00Z' }, { position: 0.5 }])(
    'refuses a cursor that no stored item can have: %j',
    async (forged) => {
      const cursor = writeCursor({ at: '2026-01-01T00:00:00Z', position: 1, ...forged });
      expect(await codeOf(list({ cursor }))).toBe('validation_failed');
    },
  );

  test('comes in pages, newest first, each item once, with the total of all matches', async () => {
    for (let day = 1; day <= 7; day += 1) {
      await bench.completed({ assetNumber: `P-${day}`, at: `2026-08-0${Math.min(day, 5)}T10:00:00.000Z` });
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 3, cursor });
      expect(page.total).toBe(7 + (seen.length > 0 ? 1 : 0));
      seen.push(...page.items.map(({ barcodeNumber }) => barcodeNumber));
      if (seen.length === 3) await bench.completed({ assetNumber: 'Late', at: '2026-08-09T10:00:00.000Z' });
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(['P-7', 'P-6', 'P-5', 'P-4', 'P-3', 'P-2', 'P-1']);
    expect(await codeOf(list({ cursor: 'x' }))).toBe('validation_failed');
  });

  test('shows the current name of a technician, and Unknown if there is none', async () => {
    const id = randomUUID();
    await saveTechnicians(bench.pool, [{ id, name: 'Before', email: 'b@school.example', approved: true, position: 1 }]);
    await bench.completed({ assetNumber: 'Named', technicianId: id });
    await bench.completed({ assetNumber: 'Nobody', technicianId: null });
    await saveTechnicians(bench.pool, [{ id, name: 'After', email: 'b@school.example', approved: true, position: 2 }]);
    const names = (await list()).items.map(({ barcodeNumber, technician }) => [barcodeNumber, technician]);
    expect(Object.fromEntries(names)).toEqual({ Named: 'After', Nobody: 'Unknown' });
  });
});

describe('the summary', () => {
  const at = (moment: string, technicianId: string | null = null) => bench.completed({ at: moment, technicianId });

  // proves d.figures.today-in-district-zone d.figures.week-in-district-zone s9.week-starts-sunday d.config.timezone
  test('counts today, and this week from Sunday, in the district’s time zone', async () => {
    bench.clock.now = new Date('2026-09-02T18:00:00Z'); // a Wednesday
    await at('2026-09-02T05:00:00.000Z', tess.userId);
    await at('2026-09-03T04:59:59.999Z', tess.userId);
    await at('2026-09-02T12:00:00.000Z', tom.userId);
    await at('2026-09-02T04:59:59.999Z', tom.userId);
    await at('2026-08-30T05:00:00.000Z');
    const sunday = await at('2026-08-30T04:59:59.999Z');
    await mark(sunday, true);
    expect(await summary()).toEqual({
      ...{ total: 6, thisWeek: 5, today: 3, pending: 5, sent: 1 },
      todayByTechnician: [
        { technician: 'Tess Turner', count: 2 },
        { technician: 'Tom Tinker', count: 1 },
      ],
    });
  });

  test('lists people with as many repairs today by the alphabet, accents beside plain letters', async () => {
    const people = ['Zoe', 'Ángel', 'bo', 'Abe', ''].map((name, place) => ({
      ...{ id: `p${place}`, name, email: `ana${place}@school.example`, approved: true, position: 1 },
    }));
    await saveTechnicians(bench.pool, people);
    for (const { id } of people) await at(bench.clock.now.toISOString(), id);
    expect((await summary()).todayByTechnician.map(({ technician }) => technician)).toEqual([
      ...['Abe', 'ana4@school.example', 'Ángel', 'bo', 'Zoe'],
    ]);
  });

  // proves d.figures.daily-repairs-vs-devices
  test('counts a device that was completed twice today as two repairs', async () => {
    bench.clock.now = new Date('2026-09-02T18:00:00Z');
    const deviceId = randomUUID();
    await bench.completed({ deviceId, at: '2026-09-02T15:00:00.000Z' });
    await bench.completed({ deviceId, at: '2026-09-02T16:00:00.000Z' });
    expect(await summary()).toMatchObject({ today: 2 });
  });

  test('counts a day of 23 hours in full, and the week that begins with it', async () => {
    bench.clock.now = new Date('2026-03-08T18:00:00Z');
    await at('2026-03-08T06:00:00.000Z');
    await at('2026-03-09T04:59:59.999Z');
    await at('2026-03-09T05:00:00.000Z');
    await at('2026-03-08T05:59:59.999Z');
    expect(await summary()).toMatchObject({ total: 4, today: 2, thisWeek: 3 });
  });

  // proves s9.week-starts-sunday
  test('counts a week across the end of a year', async () => {
    bench.clock.now = new Date('2027-01-01T18:00:00Z');
    await at('2026-12-27T06:00:00.000Z');
    await at('2026-12-31T23:00:00.000Z');
    await at('2027-01-01T06:00:00.000Z');
    expect(await summary()).toMatchObject({ total: 3, today: 1, thisWeek: 3 });
  });

  test('covers only what matches the search', async () => {
    bench.clock.now = new Date('2026-09-02T18:00:00Z');
    await at('2026-09-02T15:00:00.000Z', tess.userId);
    await at('2026-09-02T15:00:00.000Z', tom.userId);
    expect(await summary('tinker')).toEqual({
      ...{ total: 1, thisWeek: 1, today: 1, pending: 1, sent: 0 },
      todayByTechnician: [{ technician: 'Tom Tinker', count: 1 }],
    });
  });
});

describe('marking', () => {
  test('an Admin can mark an item as sent and as pending again, and repeating a mark changes nothing', async () => {
    const id = await bench.completed();
    expect(await mark(id, true)).toMatchObject({ id, billingSent: true });
    const head = await bench.store.head();
    expect(await mark(id, true)).toMatchObject({ billingSent: true });
    expect(await bench.store.head()).toBe(head);
    expect(await mark(id, false)).toMatchObject({ billingSent: false });
    expect(await list({ sent: 'true' })).toMatchObject({ total: 0, items: [] });
  });

  // proves d.roles.enforced-by-service
  test('is for Admins only, and an unknown item is not found', async () => {
    const id = await bench.completed();
    expect(await codeOf(mark(id, true, tess))).toBe('admin_only');
    for (const unknown of [randomUUID(), 'x', '\u0000', '__proto__']) {
      expect(await codeOf(mark(unknown, true))).toBe('billing_item_not_found');
    }
  });

  test('a repeated command takes effect once', async () => {
    const itemId = await bench.completed();
    const commandId = randomUUID();
    const twice = [1, 2].map(() => bench.ask(MarkBillingItem, { itemId, billingSent: true }, { as: admin, commandId }));
    expect(await Promise.all(twice)).toMatchObject([{ billingSent: true }, { billingSent: true }]);
    expect(await bench.store.head()).toBe(2);
  });
});

describe('billing notes', () => {
  test('belong to the device: all its items show them, trimmed, and their history is kept', async () => {
    const deviceId = randomUUID();
    await bench.completed({ deviceId, assetNumber: 'CB-1' });
    await bench.completed({ deviceId, assetNumber: 'CB-1' });
    expect(await write(deviceId, 'CB-1', '  PO 17 ')).toEqual({ billingNotes: 'PO 17' });
    expect((await list()).items.map(({ device }) => device.billingNotes)).toEqual(['PO 17', 'PO 17']);
    expect(await write(deviceId, 'CB-1', 'PO 18')).toEqual({ billingNotes: 'PO 18' });
    expect(await write(deviceId, 'CB-1')).toEqual({ billingNotes: '' });
    const history = await bench.store.readStream(`billing-device-${deviceId}`);
    expect(history.map(({ event }) => ('notes' in event.data ? event.data.notes : undefined))).toEqual([
      'PO 17',
      'PO 18',
      null,
    ]);
  });

  test('can be written before any repair of the device is completed', async () => {
    const deviceId = randomUUID();
    await write(deviceId, 'CB-9', 'insured');
    await bench.completed({ deviceId, assetNumber: 'CB-9' });
    expect((await list()).items).toMatchObject([{ device: { barcodeNumber: 'CB-9', billingNotes: 'insured' } }]);
  });

  test('that are too long are refused', async () => {
    expect(await codeOf(write(randomUUID(), 'CB-1', 'x'.repeat(4_001)))).toBe('validation_failed');
  });
});

test('what billing knows of devices and logs is found by id, and unknown ids are left out', async () => {
  const [noted, other] = [randomUUID(), randomUUID()];
  await write(noted, 'CB-1', 'PO 17');
  const sent = await bench.completed({ deviceId: noted });
  const pending = await bench.completed({ deviceId: other });
  await mark(sent, true);
  const deviceIds = [noted, other, 'x\u0000'];
  expect(await bench.ask(BillingOf, { deviceIds, logIds: [sent, pending, randomUUID()] })).toEqual({
    notes: { [noted]: 'PO 17' },
    sent: [sent],
  });
});

test('changes of items and of notes are announced in order and can be asked for by position', async () => {
  const deviceId = randomUUID();
  const id = await bench.completed({ deviceId, assetNumber: 'CB-1' });
  await write(deviceId, 'CB-1', 'PO 17');
  await mark(id, true);
  const wanted = [
    { type: 'billing_updated', context: 'billing', at: 1 },
    { type: 'billing_notes_updated', context: 'billing', at: 2, barcodeNumber: 'CB-1' },
    { type: 'billing_updated', context: 'billing', at: 3 },
  ];
  const changes = () => told.flatMap((notice) => notice.changes);
  while (changes().length < wanted.length) await delay(10);
  expect(changes()).toEqual(wanted);
  expect(await bench.ask(BillingChangesSince, { after: 1 })).toEqual({
    changes: wanted.slice(1),
    upTo: 3,
    complete: true,
  });
});

test('a mark is answered with views_behind while the view is stopped, and takes effect', async () => {
  const put = (state: string) =>
    inTransaction(bench.pool, async (tx) => {
      await endProjectorTerm(tx);
      await tx.query("update view_checkpoints set state = $1 where view = 'billing-items'", [state]);
    });
  const shown = await bench.completed();
  await put('stopped');
  const id = await bench.completed({ assetNumber: 'Stopped-1' });
  expect(await codeOf(mark(id, true))).toBe('views_behind');
  expect(await codeOf(mark(shown, true))).toBe('views_behind');
  await put('live');
  while ((await list({ sent: 'true' })).items.every((item) => item.id !== id)) await delay(10);
});

test('a mark that the views do not reach in time is answered with views_behind, and takes effect', async () => {
  const id = await bench.completed();
  await inTransaction(bench.pool, async (tx) => {
    await tx.query('lock table view_checkpoints in exclusive mode');
    expect(await codeOf(mark(id, true))).toBe('views_behind');
  });
  await bench.shown();
  expect((await list({ sent: 'true' })).items.map((item) => item.id)).toEqual([id]);
});
