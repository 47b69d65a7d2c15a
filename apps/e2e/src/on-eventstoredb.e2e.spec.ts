import { randomUUID } from 'node:crypto';
import { type Answer, openApi } from './support/api';
import { deviceOf, log, logsOf, newDevice } from './support/device-calls';
import { newAssetNumber } from './support/devices';
import { startEventStoreStandIn } from './support/event-store-stand-in';
import { expect, test as base } from './support/journey';
import { repairDeviceWhileOfficeLooksOn } from './support/main-job';
import { startProduct } from './support/stack';

type Store = Awaited<ReturnType<typeof startEventStoreStandIn>>;

/** A product of its own whose events are kept by a server that speaks EventStoreDB's protocol. */
const test = base.extend<object, { onStore: { url: string; store: Store } }>({
  onStore: [
    async ({}, use) => {
      const store = await startEventStoreStandIn();
      const { url, stop } = await startProduct(undefined, store.settings);
      await use({ url, store });
      await stop();
      await store.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ onStore }, use) => use(onStore.url),
});

test('a repair from intake to completion works on EventStoreDB, which holds its events', async ({
  elsewhere,
  asAdmin,
  baseURL,
  onStore: { store },
}) => {
  await repairDeviceWhileOfficeLooksOn(elsewhere, asAdmin, baseURL ?? '');
  const types = (category: string) =>
    store.events().flatMap(({ stream, type }) => (stream.startsWith(`repairline_${category}-`) ? [type] : []));
  expect(types('repairs')).toEqual(expect.arrayContaining(['DeviceTakenIn', 'RepairCompleted']));
  expect(types('identity')).toEqual(expect.arrayContaining(['UserRegistered']));
  await expect.poll(() => types('billing').length).toBeGreaterThan(0);
});

test('commands interrupted by a crash of EventStoreDB take effect once when they are retried', async ({
  asAdmin,
  baseURL,
  onStore: { store },
}) => {
  const before = await newDevice(asAdmin);
  const intakes = Array.from({ length: 20 }, () => ({ barcodeNumber: newAssetNumber(), key: randomUUID() }));
  const onlooker = await openApi(baseURL ?? '');
  await onlooker.signInAsFirstAdmin();
  const take = ({ barcodeNumber, key }: (typeof intakes)[number]): Promise<Answer> =>
    asAdmin.post('/api/devices', { barcodeNumber, school: 'SHS' }, { 'Idempotency-Key': key });

  const sent = intakes.map(take);
  await Promise.race(sent);
  await store.kill();
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 201 && status < 500)).toEqual([]);
  expect(
    (await asAdmin.post('/api/devices', { barcodeNumber: newAssetNumber(), school: 'SHS' })).status,
  ).toBeGreaterThan(499);
  expect((await deviceOf(onlooker, before.barcodeNumber)).status, 'views can be read without it').toBe('INTAKE');

  await store.startAgain();
  for (const intake of intakes) await expect.poll(async () => (await take(intake)).status).toBe(201);
  for (const { barcodeNumber } of intakes) expect((await deviceOf(onlooker, barcodeNumber)).status).toBe('INTAKE');
  const made = store.events().filter(({ type }) => type === 'DeviceTakenIn').length;
  expect((await onlooker.get<unknown[]>('/api/devices')).headers['x-total-count']).toBe(String(made));
  await log(asAdmin, before.barcodeNumber);
  expect(await logsOf(onlooker, before.barcodeNumber)).toHaveLength(1);
  await onlooker.close();
});
