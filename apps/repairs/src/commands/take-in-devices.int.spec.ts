import { randomUUID } from 'node:crypto';
import {
  GetDevice,
  ListDeviceLogs,
  ListDevices,
  TakeInDevice,
  TakeInDevices,
} from '@repairline/contracts/repairs/calls';
import { entryOf } from '@repairline/contracts/repairs/forms';
import type { BulkIntake } from '@repairline/contracts/repairs/requests';
import { UnreadableEvent } from '@repairline/event-store/unreadable-event';
import { tess, tom } from '@repairline/messaging/testing/staff';
import { deviceStream } from '../domain/asset-number';
import { openWorkbench, type Workbench } from '../testing/workbench';
import type { RepairsStore } from './device-stream';

let bench: Workbench;
beforeAll(async () => (bench = await openWorkbench()));
afterAll(() => bench.close());

interface Import extends Partial<BulkIntake> {
  commandId?: string;
  firstRow?: number;
}
const takeIn = async ({ common = { school: 'SHS' }, devices = [], commandId, firstRow }: Import) =>
  (await bench.ask(TakeInDevices, { common, devices, firstRow }, { commandId })).results;
const find = (barcodeNumber: string) => bench.ask(GetDevice, { assetNumber: barcodeNumber });
const logsOf = async (barcodeNumber: string) => (await bench.ask(ListDeviceLogs, { assetNumber: barcodeNumber })).items;
const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => ({ barcodeNumber: `${prefix}-${index}` }));
const ok = ({ barcodeNumber }: { barcodeNumber: string }) => ({ barcodeNumber, ok: true });

test('a bulk intake applies the common settings to all devices, and the next list shows them', async () => {
  const devices = numbered(300, 'Many');
  const common = { school: 'HS', model: 'C433', priority: 'High' as const, assignedTo: tom.name };
  expect(await takeIn({ common, devices })).toEqual(devices.map(ok));
  expect((await bench.ask(ListDevices, { q: 'many-' })).total).toBe(300);
  expect(await find('Many-7')).toMatchObject({ school: 'SHS', model: 'C433', priority: 'High', assignedTo: tom.name });
});

// proves d.priority.list-order-barcode
test('the devices of a bulk intake are listed in the order of their numbers, however long it took', async () => {
  let moment = Date.now();
  const devices = numbered(9, 'Order').toReversed();
  await bench.askOn(bench.store, () => new Date((moment += 1_000)))(TakeInDevices, {
    common: { school: 'SHS' },
    devices,
  });
  const { items } = await bench.ask(ListDevices, { q: 'Order-' });
  expect(items.map(({ barcodeNumber }) => barcodeNumber)).toEqual(devices.map((one) => one.barcodeNumber).toSorted());
  expect(new Set(items.map(({ updatedAt }) => updatedAt)).size).toBe(1);
});

test('a row’s own settings override the common ones, and an empty assignee means nobody', async () => {
  const common = { school: 'SHS', assignedTo: tom.name };
  const devices = [{ barcodeNumber: 'Own-1', school: 'SMS', assignedTo: '' }, { barcodeNumber: 'Own-2' }];
  await takeIn({ common, devices });
  expect(await find('Own-1')).toMatchObject({ school: 'SMS', assignedTo: '' });
  expect(await find('Own-2')).toMatchObject({ school: 'SHS', assignedTo: tom.name });
});

// proves d.calls.bulk-bad-row
test('an invalid row gets its own error in its place and does not stop the others', async () => {
  await bench.ask(TakeInDevice, { assetNumber: 'Bad-there', school: 'SHS' });
  const devices = [
    { barcodeNumber: ' Bad-1 ' },
    { barcodeNumber: 'Bad-2', school: 'XYZ' },
    { barcodeNumber: '' },
    null,
    { barcodeNumber: 'bad-THERE' },
    { barcodeNumber: 'Bad-3', assignedTo: 'Nobody Known' },
    { barcodeNumber: 'Bad-4', notes: 'n'.repeat(4_001) },
    { barcodeNumber: 'Bad-5', priority: 'Urgent' },
    { barcodeNumber: 'Bad-6' },
  ];
  const results = await takeIn({ devices });
  expect(results.map((result) => [result.barcodeNumber, result.ok ? 'ok' : result.message])).toEqual([
    ['Bad-1', 'ok'],
    ['Bad-2', 'Unknown school. Valid codes: SHS, SMS, HBE, HLE, N/A'],
    ['', 'Asset Number is required'],
    ['', 'Asset Number is required'],
    ['bad-THERE', 'This device is already in the system (Intake)'],
    ['Bad-3', "'Nobody Known' is not an approved user"],
    ['Bad-4', 'Notes can have at most 4000 characters'],
    ['Bad-5', expect.stringContaining('Priority')],
    ['Bad-6', 'ok'],
  ]);
  expect(await find('Bad-6')).toMatchObject({ status: 'INTAKE' });
});

test('a row whose device has an event that cannot be read says so and does not stop the others', async () => {
  const { device } = await bench.ask(TakeInDevice, { assetNumber: 'Cracked-1', school: 'SHS' });
  const unreadable = new UnreadableEvent({ id: 'an-id', type: 'DeviceTakenIn', version: 9 }, new Error('unknown'));
  const store: RepairsStore = {
    ...bench.store,
    readStream: (stream) =>
      stream === deviceStream(device.id) ? Promise.reject(unreadable) : bench.store.readStream(stream),
  };
  const devices = ['Cracked-0', 'Cracked-1', 'Cracked-2'].map((barcodeNumber) => ({ barcodeNumber }));
  const { results } = await bench.askOn(store)(TakeInDevices, { common: { school: 'SHS' }, devices });
  expect(results.map(({ ok }) => ok)).toEqual([true, false, true]);
  expect(results[1]).toMatchObject({ message: expect.stringMatching(/cannot be read.*tell an Admin/u) as string });
  expect(await find('Cracked-2')).toMatchObject({ status: 'INTAKE' });
});

test('if several rows have the same number, the first one gets it', async () => {
  const devices = ['Twin', 'twin', 'TWIN '].map((barcodeNumber, index) => ({ barcodeNumber, notes: `row ${index}` }));
  const results = await takeIn({ devices });
  expect(results.map(({ ok }) => ok)).toEqual([true, false, false]);
  expect(await find('Twin')).toMatchObject({ notes: 'row 0' });
});

// proves d.calls.bulk-timeline-entry
test('a row with an initial issue gets a first entry by its assignee or else the caller; other rows get none', async () => {
  const issue = { initialIssue: 'Missing keys', priority: 'Low' };
  const devices = [
    { barcodeNumber: 'Log-1', ...issue, assignedTo: tom.name },
    { barcodeNumber: 'Log-2', ...issue },
  ];
  await takeIn({ devices: [...devices, { barcodeNumber: 'Log-3' }] });
  const entry = { issue: 'Missing keys', completed: false, priority: 'Low' };
  expect(await logsOf('Log-1')).toEqual([expect.objectContaining({ ...entry, technician: tom.name })]);
  expect(await logsOf('Log-2')).toEqual([expect.objectContaining({ ...entry, technician: tess.name })]);
  expect(await logsOf('Log-3')).toEqual([]);
});

test('a completed device in a row is taken in again', async () => {
  const device = await bench.ask(TakeInDevice, { assetNumber: 'Back-1', school: 'SHS' });
  await bench.ask(...entryOf({ assetNumber: 'Back-1' }, { issue: 'Hinge', completed: true }));
  expect(await takeIn({ devices: [{ barcodeNumber: 'Back-1' }] })).toEqual([ok({ barcodeNumber: 'Back-1' })]);
  expect(await find('Back-1')).toMatchObject({ id: device.device.id, status: 'INTAKE' });
});

test('all events of one import share a batch id, even if it comes in several calls', async () => {
  const commandId = randomUUID();
  const before = await bench.store.head();
  await takeIn({ commandId, devices: [{ barcodeNumber: 'Batch-1', initialIssue: 'Screen' }] });
  await takeIn({ commandId, devices: [{ barcodeNumber: 'Batch-2' }], firstRow: 1 });
  const events = await bench.store.readAll(before, 100);
  expect(events).toHaveLength(5);
  expect(new Set(events.map(({ batchId }) => batchId))).toEqual(new Set([commandId]));
});

test('a repeated import takes effect once and gets the same answer', async () => {
  const commandId = randomUUID();
  const devices = [
    ...numbered(20, 'Again'),
    { barcodeNumber: 'again-3' },
    { barcodeNumber: 'Again-x', initialIssue: 'a' },
  ];
  const first = await takeIn({ commandId, devices });
  const head = await bench.store.head();
  expect(await takeIn({ commandId, devices })).toEqual(first);
  expect(await bench.store.head()).toBe(head);
  expect(first.filter(({ ok }) => !ok)).toHaveLength(1);
});
