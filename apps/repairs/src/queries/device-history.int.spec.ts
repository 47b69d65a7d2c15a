import {
  GetDevice,
  ListDeviceHistory,
  RestoreDevice,
  ScrapDevice,
  TakeInDevice,
  TakeInDevices,
} from '@repairline/contracts/repairs/calls';
import { changeOf, entryOf } from '@repairline/contracts/repairs/forms';
import type { DeviceChanges } from '@repairline/contracts/repairs/requests';
import { deviceFactNames, type DeviceFactName } from '@repairline/contracts/repairs/device-facts';
import { type Device } from '@repairline/contracts/repairs/views';
import { codeOf } from '@repairline/messaging/testing/ask';
import { admin, tess, tom } from '@repairline/messaging/testing/staff';
import { saveTechnicians } from '@repairline/messaging/people/technicians';
import { openWorkbench, type Workbench } from '../testing/workbench';

let bench: Workbench;
beforeAll(async () => (bench = await openWorkbench()));
afterAll(() => bench.close());

type Facts = Record<DeviceFactName, string | null>;

const history = (barcodeNumber: string, page: { limit?: number; cursor?: string } = {}) =>
  bench.ask(ListDeviceHistory, { assetNumber: barcodeNumber, ...page });
const shown = (barcodeNumber: string) => bench.ask(GetDevice, { assetNumber: barcodeNumber });
const change = (barcodeNumber: string, changes: DeviceChanges) =>
  bench.ask(...changeOf({ assetNumber: barcodeNumber }, changes), { as: tom });

/** The device's facts as a history names them; empty ones are null. */
function factsOf(device: Device): Facts {
  const facts = { ...device, priority: device.highestPriority };
  return Object.fromEntries(deviceFactNames.map((fact) => [fact, facts[fact] || null])) as Facts;
}

/** Runs commands on a device in order. @returns how it was shown after each, by the length of its history then */
async function live(commands: ((number: string) => Promise<unknown>)[]) {
  const seen = new Map<number, Facts>();
  let number = 'Life-1';
  for (const command of commands) {
    await command(number);
    if (await bench.ask(GetDevice, { assetNumber: 'Life-2' }).catch(() => null)) number = 'Life-2';
    seen.set((await history(number)).total, factsOf(await shown(number)));
  }
  return { seen, number };
}

test('replaying the changes of a history gives the device as it was shown after each command', async () => {
  const log = (entry: object) => (barcodeNumber: string) =>
    bench.ask(...entryOf({ assetNumber: barcodeNumber }, { issue: 'Hinge', ...entry }));
  const intake = { school: 'SHS', model: 'C433', studentName: 'Ada', initialIssue: 'Screen', priority: 'Low' };
  const { seen, number } = await live([
    (barcodeNumber) => bench.ask(TakeInDevice, { assetNumber: barcodeNumber, ...intake }),
    (barcode) => change(barcode, { status: 'IN_PROGRESS', assignedTo: tess.userId, school: 'HLE' }),
    log({ priority: 'High', actions: 'Tightened it' }),
    (barcode) => change(barcode, { priority: 'Medium' }),
    (barcode) => change(barcode, { priority: 'Medium' }),
    (barcode) => change(barcode, { barcodeNumber: 'Life-2', notes: 'For the front office', studentName: '' }),
    log({ completed: true }),
    log({ issue: 'Came loose again' }),
    (barcode) => change(barcode, { assignedTo: tom.userId, model: 'C434', initialIssue: 'Hinge' }),
    (barcodeNumber) => bench.ask(ScrapDevice, { assetNumber: barcodeNumber }, { as: admin }),
    (barcodeNumber) => bench.ask(RestoreDevice, { assetNumber: barcodeNumber }, { as: admin }),
    log({ completed: true }),
    (barcodeNumber) => bench.ask(TakeInDevice, { assetNumber: barcodeNumber, school: 'HBE', priority: 'High' }),
    (barcode) => change(barcode, { assignedTo: '' }),
  ]);
  const { items } = await history(number);
  const facts = Object.fromEntries(deviceFactNames.map((fact) => [fact, null])) as Facts;
  const followed = new Map<number, Facts>();
  for (const [index, { changes }] of items.entries()) {
    for (const { fact, from, to } of changes) {
      expect([index, fact, facts[fact]]).toEqual([index, fact, from]);
      facts[fact] = to;
    }
    followed.set(index + 1, { ...facts });
  }
  expect(followed).toEqual(seen);
  expect(items.map(({ kind, by }) => `${kind} by ${by}`)).toEqual([
    'taken-in by Tess Turner',
    'work-started by Tom Tinker',
    'repair-logged by Tess Turner',
    'changed by Tom Tinker',
    'changed by Tom Tinker',
    'repair-completed by Tess Turner',
    'repair-reopened by Tess Turner',
    'changed by Tom Tinker',
    'deprovisioned by Ada Admin',
    'restored by Ada Admin',
    'repair-completed by Tess Turner',
    'taken-in-again by Tess Turner',
    'changed by Tom Tinker',
  ]);
  expect(items[2]?.entry).toMatchObject({ issue: 'Hinge', actions: 'Tightened it', technician: 'Tess Turner' });
});

describe('a history', () => {
  beforeAll(async () => {
    await bench.ask(TakeInDevice, { assetNumber: 'History-1', school: 'SHS' });
    for (const school of ['HLE', 'HBE', 'SMS']) await change('History-1', { school });
  });

  test('comes page by page, oldest first', async () => {
    const one = await history('history-1', { limit: 3 });
    const two = await history('history-1', { limit: 3, cursor: one.next ?? '' });
    const schools = [...one.items, ...two.items].map(
      ({ changes }) => changes.find(({ fact }) => fact === 'school')?.to,
    );
    expect(schools).toEqual(['SHS', 'HLE', 'HBE', 'SMS']);
    expect([one.total, two.total, two.next]).toEqual([4, 4, null]);
    expect(await codeOf(history('history-1', { cursor: 'x' }))).toBe('validation_failed');
  });

  test('shows people under their current names', async () => {
    await change('History-1', { assignedTo: tess.userId });
    await saveTechnicians(bench.pool, [
      { id: tess.userId, name: 'Tess Tyler', email: 'tess@school.example', approved: true, position: 2 },
    ]);
    const { items } = await history('history-1');
    expect(items[0]?.by).toBe('Tess Tyler');
    expect(items.at(-1)?.changes).toEqual([{ fact: 'assignedTo', from: null, to: 'Tess Tyler' }]);
  });

  test('marks what a script did', async () => {
    const script = { ...tom, tokenId: 't1' };
    await bench.ask(...changeOf({ assetNumber: 'History-1' }, { notes: 'By night' }), { as: script });
    const { items } = await history('history-1');
    expect(items.at(-1)).toMatchObject({ by: 'Tom Tinker', byScript: true });
    expect(items.at(-2)).toMatchObject({ by: 'Tom Tinker', byScript: false });
    const devices = [{ barcodeNumber: 'Script-1', school: 'SHS', model: 'C1' }];
    await bench.ask(TakeInDevices, { common: {}, devices }, { as: script });
    expect((await history('script-1')).items[0]).toMatchObject({ by: 'Tom Tinker', byScript: true });
  });

  test('of an unknown device is not found, and a caller who is not signed in is refused', async () => {
    expect(await codeOf(history('nope'))).toBe('device_not_found');
    expect(await codeOf(bench.ask(ListDeviceHistory, { assetNumber: 'History-1' }, { as: null }))).toBe(
      'not_signed_in',
    );
  });
});
