import { randomUUID } from 'node:crypto';
import { GetDevice, ListDevices, RestoreDevice, ScrapDevice, TakeInDevice } from '@repairline/contracts/repairs/calls';
import { changeOf, entryOf } from '@repairline/contracts/repairs/forms';
import type { AssetNumberEvent, RepairsEvent } from '@repairline/contracts/repairs/events';
import { codeOf } from '@repairline/messaging/testing/ask';
import { assetNumberStream, deviceStream } from '../domain/asset-number';
import { admin } from '@repairline/messaging/testing/staff';
import { openWorkbench, type Workbench } from '../testing/workbench';
import type { RepairsStore } from './device-stream';

let bench: Workbench;
beforeAll(async () => (bench = await openWorkbench()));
afterAll(() => bench.close());

const school = 'SHS';
const context = () => ({ commandId: randomUUID(), correlationId: 'test', actor: null });
const takeIn = (barcodeNumber: string, commandId?: string) =>
  bench.ask(TakeInDevice, { assetNumber: barcodeNumber, school }, { commandId });
const renumber = (barcodeNumber: string, to: string, commandId?: string) =>
  bench.ask(...changeOf({ assetNumber: barcodeNumber }, { barcodeNumber: to }), { commandId });
const find = (barcodeNumber: string) => bench.ask(GetDevice, { assetNumber: barcodeNumber });
const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** What a process that crashed after its claim leaves behind. */
async function claimAndCrash(assetNumber: string, deviceId: string): Promise<void> {
  const event: AssetNumberEvent = { type: 'AssetNumberClaimed', data: { deviceId, assetNumber } };
  await bench.store.append(assetNumberStream(assetNumber), 'any', [{ event }], context());
}
const appendTo = (deviceId: string, expected: number, event: RepairsEvent) =>
  bench.store.append(deviceStream(deviceId), expected, [{ event }], context());

/** Runs the work with zero patience, so that claims may be set aside at once. */
async function impatiently<Result>(work: () => Promise<Result>): Promise<Result> {
  const { rules } = bench.deps;
  const before = rules.patienceMs;
  rules.patienceMs = 0;
  return work().finally(() => (rules.patienceMs = before));
}

test('of 32 intakes of one number at once, in any case, one succeeds and the others get device_exists', async () => {
  const outcomes = await times(32, (index) => codeOf(takeIn(index % 2 ? ' race-1' : 'RACE-1')));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'device_exists')).toHaveLength(31);
  const { total } = await bench.ask(ListDevices, { q: 'race-1' });
  expect(total).toBe(1);
});

// proves d.life.asset-trimmed d.life.asset-unique d.life.asset-as-first-typed
test('a number is trimmed and shown as first typed, and its second intake in any case is refused with the device', async () => {
  const { device } = await takeIn('  Told-1 ');
  expect(await find('told-1')).toMatchObject({ barcodeNumber: 'Told-1' });
  await expect(takeIn('TOLD-1')).rejects.toMatchObject({ code: 'device_exists', details: { device } });
});

describe('an intake refused while the list of devices has stopped is refused as such,', () => {
  beforeAll(() => takeIn('Told-2'));
  beforeEach(() => bench.putView('device-list', 'stopped'));
  afterEach(() => bench.putView('device-list', 'live'));

  test('and carries the existing device as the list has it', async () => {
    const device = await find('Told-2');
    const changes = { priority: 'High' } as const;
    expect(await codeOf(bench.ask(...changeOf({ assetNumber: 'Told-2' }, changes)))).toBe('views_behind');
    await expect(takeIn('Told-2')).rejects.toMatchObject({ code: 'device_exists', details: { device } });
  });

  test('without the device if the list lacks it', async () => {
    expect(await codeOf(takeIn('Told-3'))).toBe('views_behind');
    await expect(takeIn('Told-3')).rejects.toMatchObject({ code: 'device_exists', details: undefined });
  });
});

test('an intake repeated with the same command id, later or at the same time, takes effect once', async () => {
  const commandId = randomUUID();
  const [one, two] = await times(2, () => takeIn('Twice-1', commandId));
  expect(one).toEqual(two);
  expect(await takeIn('Twice-1', commandId)).toEqual(one);
  expect(one?.created).toBe(true);
});

test('a repeated intake answers its device under the new number after a renumbering', async () => {
  const commandId = randomUUID();
  const { device } = await takeIn('Moved-1', commandId);
  await renumber('Moved-1', 'Moved-2');
  const again = await takeIn('Moved-1', commandId);
  expect(again.device).toMatchObject({ id: device.id, barcodeNumber: 'Moved-2' });
  expect(await codeOf(find('Moved-1'))).toBe('device_not_found');
});

describe('an intake of a returning device, repeated after that device was renumbered,', () => {
  const comeBack = async (barcodeNumber: string, commandId: string) => {
    const { device } = await takeIn(barcodeNumber);
    await bench.ask(...entryOf({ assetNumber: barcodeNumber }, { issue: 'Hinge', completed: true }));
    await takeIn(barcodeNumber, commandId);
    return device;
  };

  test('answers that device and creates no other', async () => {
    const commandId = randomUUID();
    const { id } = await comeBack('Back-1', commandId);
    await renumber('Back-1', 'Back-2');
    expect(await takeIn('Back-1', commandId)).toMatchObject({
      created: false,
      device: { id, barcodeNumber: 'Back-2' },
    });
    expect(await codeOf(find('Back-1'))).toBe('device_not_found');
  });

  test('answers that device even if another one has its old number now', async () => {
    const commandId = randomUUID();
    const { id } = await comeBack('Back-3', commandId);
    await renumber('Back-3', 'Back-4');
    await takeIn('Back-3');
    expect(await takeIn('Back-3', commandId)).toMatchObject({ device: { id, barcodeNumber: 'Back-4' } });
  });

  test('answers that device even if the renumbering ended before it released the old number', async () => {
    const commandId = randomUUID();
    const { id } = await comeBack('Back-5', commandId);
    const store: RepairsStore = {
      ...bench.store,
      append: (stream, expected, events, by) =>
        events.some(({ event }) => event.type === 'AssetNumberReleased')
          ? Promise.reject(new Error('The process has ended'))
          : bench.store.append(stream, expected, events, by),
    };
    const change = changeOf({ assetNumber: 'Back-5' }, { barcodeNumber: 'Back-6' });
    expect(await codeOf(bench.askOn(store)(...change))).toBe('internal');
    await bench.views.reached(await bench.store.head());
    expect(await impatiently(() => takeIn('Back-5', commandId))).toMatchObject({
      created: false,
      device: { id, barcodeNumber: 'Back-6' },
    });
    expect(await codeOf(find('Back-5'))).toBe('device_not_found');
  });
});

test('when two processes renumber a device to the same number at once, the loser does not release that number', async () => {
  const { device } = await takeIn('Typo-1');
  const whenAboutToChange = (before: () => Promise<unknown>) => ({
    ...bench.store,
    append: async (...given: Parameters<typeof bench.store.append>) => {
      if (given[0] === deviceStream(device.id)) await before();
      return bench.store.append(...given);
    },
  });
  const change = changeOf({ assetNumber: 'Typo-1' }, { barcodeNumber: 'Right-1' });
  const [secondHasClaimed, firstHasChanged] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let second: Promise<string> | undefined;
  const theirs = whenAboutToChange(() => {
    secondHasClaimed.resolve();
    return firstHasChanged.promise;
  });
  const mine = whenAboutToChange(() => {
    second ??= codeOf(bench.askOn(theirs)(...change));
    return secondHasClaimed.promise;
  });
  await bench
    .askOn(mine)(...change)
    .finally(firstHasChanged.resolve);
  expect(await second).toBe('device_not_found');
  expect(await codeOf(takeIn('Right-1'))).toBe('device_exists');
});

test('of 8 devices renumbered to one number at once, one gets it and the others keep theirs', async () => {
  await times(8, (index) => takeIn(`Want-${index}`));
  const outcomes = await times(8, (index) => codeOf(renumber(`Want-${index}`, 'Wanted')));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'asset_number_taken')).toHaveLength(7);
  const kept = await times(8, (index) => codeOf(find(`Want-${index}`)));
  expect(kept.filter((outcome) => outcome === 'done')).toHaveLength(7);
});

test('racing renumberings and intakes never share a number, even if claims may be set aside at once', async () => {
  await times(8, (index) => takeIn(`Rush-${index}`));
  await impatiently(() =>
    times(16, (index) => codeOf(index < 8 ? renumber(`Rush-${index}`, 'Rushed') : takeIn('Rushed'))),
  );
  const owners = async () => (await bench.ask(ListDevices, { q: 'rushed' })).items;
  const { length } = await owners();
  expect(length).toBeLessThanOrEqual(1);
  expect(await codeOf(takeIn('Rushed'))).toBe(length === 0 ? 'done' : 'device_exists');
  expect(await owners()).toHaveLength(1);
});

// proves d.life.asset-edited d.life.asset-old-free
test('renumbering a device frees its old number for another device', async () => {
  const { device } = await takeIn('Old-1');
  expect(await renumber('old-1', 'New-1')).toMatchObject({ id: device.id, barcodeNumber: 'New-1' });
  const another = await takeIn('OLD-1');
  expect(another).toMatchObject({ created: true });
  expect(another.device.id).not.toBe(device.id);
  expect(await codeOf(renumber('New-1', 'old-1'))).toBe('asset_number_taken');
});

test('a device can be renumbered back to its old number', async () => {
  const { device } = await takeIn('There-1');
  await renumber('There-1', 'Away-1');
  expect(await renumber('Away-1', 'There-1')).toMatchObject({ id: device.id, barcodeNumber: 'There-1' });
  expect(await codeOf(takeIn('there-1'))).toBe('device_exists');
  expect(await codeOf(takeIn('Away-1'))).toBe('done');
});

test('a number can be changed in case only', async () => {
  await takeIn('case-1');
  expect(await renumber('case-1', 'CASE-1')).toMatchObject({ barcodeNumber: 'CASE-1' });
  expect(await codeOf(takeIn('case-1'))).toBe('device_exists');
});

test('a repeated renumbering gets its first answer', async () => {
  const commandId = randomUUID();
  await takeIn('Again-1');
  const first = await renumber('Again-1', 'Again-2', commandId);
  expect(await renumber('Again-1', 'Again-2', commandId)).toEqual(first);
});

describe('after a crash', () => {
  test('between claim and intake, the next intake uses the device id that was claimed', async () => {
    const meant = randomUUID();
    await claimAndCrash('Crash-1', meant);
    expect((await takeIn('Crash-1')).device.id).toBe(meant);
  });

  test('between claim and change, the number is reserved for a while and then free for any device', async () => {
    const { device } = await takeIn('Crash-2');
    await claimAndCrash('Crash-2b', device.id);
    expect(await codeOf(takeIn('Crash-2b'))).toBe('asset_number_taken');
    const taken = await impatiently(() => takeIn('Crash-2b'));
    expect(taken.device.id).not.toBe(device.id);
    expect(await find('Crash-2')).toMatchObject({ id: device.id });
  });

  test('between claim and change, the same device can retry at once', async () => {
    const { device } = await takeIn('Crash-3');
    await claimAndCrash('Crash-3b', device.id);
    expect(await renumber('Crash-3', 'Crash-3b')).toMatchObject({ id: device.id, barcodeNumber: 'Crash-3b' });
  });

  test('a renumbering whose claim another device has taken over can no longer be recorded', async () => {
    const { device } = await takeIn('Crash-4');
    await claimAndCrash('Crash-4b', device.id);
    await impatiently(() => takeIn('Crash-4b'));
    const late = { deviceId: device.id, from: 'Crash-4', to: 'Crash-4b' };
    const result = await appendTo(device.id, 1, { type: 'AssetNumberChanged', data: late });
    expect(result.status).toBe('conflict');
  });

  test('an intake whose claim a renumbering has taken over can no longer be recorded', async () => {
    const meant = randomUUID();
    await claimAndCrash('Crash-5b', meant);
    const { device } = await takeIn('Crash-5');
    await impatiently(() => renumber('Crash-5', 'Crash-5b'));
    const result = await appendTo(meant, 0, {
      type: 'AssetNumberReleased',
      data: { deviceId: meant, assetNumber: 'x' },
    });
    expect(result.status).toBe('conflict');
    expect(await find('Crash-5b')).toMatchObject({ id: device.id });
  });

  test('between change and release, the old number is free for other devices', async () => {
    const { device } = await takeIn('Crash-6');
    const change = { deviceId: device.id, from: 'Crash-6', to: 'Crash-6b' };
    await claimAndCrash('Crash-6b', device.id);
    await appendTo(device.id, 1, { type: 'AssetNumberChanged', data: change });
    const taken = await impatiently(() => takeIn('Crash-6'));
    expect(taken.device.id).not.toBe(device.id);
    expect(await find('Crash-6b')).toMatchObject({ id: device.id });
  });
});

test('a repeated command does not affect another device that has the number now', async () => {
  await takeIn('Repeat-1');
  const entry = { issue: 'Hinge', completed: true };
  const commandId = randomUUID();
  const log = () => bench.ask(...entryOf({ assetNumber: 'Repeat-1' }, entry), { commandId });
  const first = await log();
  await renumber('Repeat-1', 'Repeat-9');
  await takeIn('Repeat-1');
  expect(await log()).toMatchObject({ id: first.id });
  expect(await find('Repeat-1')).toMatchObject({ status: 'INTAKE' });
});

describe('a change that says which device it means', () => {
  const entry = { issue: 'Screen cracked' };
  const moved = async (name: string) => {
    const { device } = await takeIn(`${name}-1`);
    await renumber(`${name}-1`, `${name}-2`);
    return device.id;
  };

  test('is refused with where that device is if another has its number now, and leaves both as they are', async () => {
    const deviceId = await moved('Stale');
    const { device: other } = await takeIn('Stale-1');
    const target = { assetNumber: 'stale-1', deviceId };
    const refusal = { code: 'device_elsewhere', details: { barcodeNumber: 'Stale-2' } };
    const message = expect.stringMatching(
      /^Asset Number stale-1 now belongs to another device\. .* now Stale-2: open it/u,
    ) as string;
    await expect(bench.ask(...entryOf(target, entry))).rejects.toMatchObject({ ...refusal, message });
    await expect(bench.ask(...changeOf(target, { notes: 'x' }))).rejects.toMatchObject(refusal);
    await expect(bench.ask(ScrapDevice, target, { as: admin })).rejects.toMatchObject(refusal);
    await expect(bench.ask(RestoreDevice, target, { as: admin })).rejects.toMatchObject(refusal);
    await expect(bench.ask(GetDevice, target)).rejects.toMatchObject(refusal);
    expect(await find('Stale-1')).toEqual(other);
    expect(await find('Stale-2')).toMatchObject({ id: deviceId, status: 'INTAKE', notes: '' });
  });

  test('is refused likewise if nobody has the number now', async () => {
    const deviceId = await moved('Gone');
    const refusal = { code: 'device_elsewhere', details: { barcodeNumber: 'Gone-2' } };
    const target = { assetNumber: 'Gone-1', deviceId };
    await expect(bench.ask(...entryOf(target, entry))).rejects.toMatchObject(refusal);
    await expect(bench.ask(GetDevice, target)).rejects.toMatchObject(refusal);
  });

  test('is refused if there is no such device', async () => {
    await takeIn('Mine-1');
    const target = { assetNumber: 'Mine-1', deviceId: randomUUID() };
    await expect(bench.ask(...entryOf(target, entry))).rejects.toMatchObject({ code: 'device_elsewhere' });
    const nobody = { assetNumber: 'Nobody-1', deviceId: randomUUID() };
    await expect(bench.ask(...entryOf(nobody, entry))).rejects.toMatchObject({ code: 'device_elsewhere' });
  });

  test('takes effect on that device, and once if it is repeated after a renumbering', async () => {
    const { device } = await takeIn('Apt-1');
    const commandId = randomUUID();
    const target = { assetNumber: 'APT-1', deviceId: device.id };
    const log = await bench.ask(...entryOf(target, entry), { commandId });
    await renumber('Apt-1', 'Apt-2');
    await takeIn('Apt-1');
    expect(await bench.ask(...entryOf(target, entry), { commandId })).toMatchObject({ id: log.id });
  });
});
