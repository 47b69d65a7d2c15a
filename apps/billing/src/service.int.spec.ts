import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { ListBillingItems, MarkBillingItem } from '@repairline/contracts/billing/calls';
import { DomainError } from '@repairline/contracts/domain-error';
import { GetPeople } from '@repairline/contracts/identity/calls';
import type { ChangeNotice } from '@repairline/contracts/live';
import { GetRepairLogs } from '@repairline/contracts/repairs/calls';
import { connectBus } from '@repairline/messaging/bus';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import { openCallClient } from '@repairline/messaging/calls/open-call-client';
import { answer, callController } from '@repairline/messaging/calls/serve-calls';
import type { CloudEvent, CloudEventJson } from '@repairline/messaging/cloud-event';
import { subscribeChanges } from '@repairline/messaging/notices/notices-on-bus';
import { ReplayEvents } from '@repairline/messaging/publishing/replay';
import { callServer } from '@repairline/service-kit/bus/call-server';
import { createLogger } from '@repairline/service-kit/logger';
import { startOwnBus } from '@repairline/service-kit/testing/own-bus';
import { createTestDatabase } from '@repairline/postgres/testing/test-database';
import { until } from '@repairline/service-kit/testing/until';
import { serviceModule } from '@repairline/service/run-service';
import { compose } from './composition';
import { RepairsStandIn } from './testing/repairs-stand-in';

const logger = createLogger('billing', 'silent');
const ada = { userId: randomUUID(), name: 'Ada Admin', role: 'Admin' as const };
const context = () => ({ actor: ada, correlationId: 'test', commandId: randomUUID() });
const repairs = new RepairsStandIn();
const undo: (() => Promise<unknown>)[] = [];
let url: string;
let databaseUrl: string;
let calls: CallClient;
let bus: Awaited<ReturnType<typeof connectBus>>;
let stopBilling: () => Promise<void>;

const asSent = (event: CloudEvent): CloudEventJson => ({
  ...event,
  position: String(event.position),
  predecessor: String(event.predecessor),
});

/** Stands in for repairs and identity, as far as billing calls them. */
const others = callController(
  [
    answer(GetPeople, () => Promise.resolve([])),
    answer(ReplayEvents('identity'), () => Promise.resolve({ events: [], upTo: 0, head: 0 })),
    answer(GetRepairLogs, (input) => Promise.resolve(repairs.answer(input))),
    answer(ReplayEvents('repairs'), ({ after }) => {
      if (repairs.isAway) throw new DomainError({ code: 'store_unavailable', message: 'away' });
      const events = repairs.events.filter(({ position }) => position > after);
      const upTo = events.at(-1)?.position ?? after;
      return Promise.resolve({ events: events.map(asSent), upTo, head: upTo });
    }),
  ],
  logger,
);

async function serve(queue: string, module: DynamicModule): Promise<() => Promise<void>> {
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
    ...callServer(url, queue),
    logger: false,
  });
  await app.listen();
  return () => app.close();
}

async function startBilling(): Promise<void> {
  const settings = {
    DATABASE_URL: databaseUrl,
    NATS_CALLS_URL: url,
    NATS_EVENTS_URL: url,
    DATA_KEY: Buffer.alloc(32, 7),
    EVENT_STORE: 'postgres',
  } as const;
  const billing = await compose(
    {
      ...{ ...settings, DISTRICT_TIMEZONE: 'America/Chicago' },
      ...{ LOG_LEVEL: 'silent', HEALTH_HOST: '127.0.0.1', NATS_REPLICAS: 1 },
    },
    logger,
  );
  const close = await serve('billing', serviceModule('billing', billing, logger));
  stopBilling = async () => {
    await close();
    await billing.stop();
  };
  await until(async () => (await billing.health.report()).ok);
}

/** Polls; the test's time limit ends a wait in vain. */
beforeAll(async () => {
  const database = await createTestDatabase('billing');
  undo.unshift(() => database.drop());
  databaseUrl = database.url;
  const own = await startOwnBus();
  undo.unshift(own.stop);
  url = own.url;
  class Others {}
  Module({})(Others);
  undo.unshift(await serve('others', { module: Others, controllers: [others] }));
  const client = await openCallClient(url, 'test');
  undo.unshift(client.close);
  calls = client.calls;
  bus = await connectBus(url, 'test');
  undo.unshift(() => bus.close());
});
afterAll(async () => {
  await stopBilling();
  for (const step of undo) await step();
});

const items = async () => (await calls.call(ListBillingItems, {}, context())).items;
const publish = (event: CloudEvent) => bus.jetstream().publish(event.type, JSON.stringify(asSent(event)));

test('repairs completed before the first run, during a run and between runs have exactly one item each', async () => {
  const before = repairs.complete();
  await startBilling();
  await until(async () => (await items()).length === 1);
  const lost = repairs.complete();
  const heard = repairs.complete();
  await publish(heard);
  await publish(heard);
  await until(async () => (await items()).length === 3);
  await stopBilling();
  const away = repairs.complete();
  await startBilling();
  await until(async () => (await items()).length === 4);
  await publish(before);
  await publish(away);
  const last = repairs.complete();
  await publish(last);
  await until(async () => (await items()).some(({ id }) => id === last.data.logId));
  const wanted = [before, lost, heard, away, last].map(({ data }) => data.logId);
  expect((await items()).map(({ id }) => id).sort()).toEqual(wanted.sort());
});

test('a notice is sent once the list shows the change', async () => {
  const all = await items();
  const [item] = all;
  if (!item) throw new Error('No item');
  // The log holds one event per item; the notice about the last one may still be on its way.
  const at = all.length + 1;
  const notices: ChangeNotice[] = [];
  const shown: Promise<boolean | undefined>[] = [];
  const silence = subscribeChanges(bus, (notice) => {
    if (notice.upTo < at) return;
    notices.push(notice);
    shown.push(items().then((all) => all.find(({ id }) => id === item.id)?.billingSent));
  });
  await bus.flush();
  await calls.call(MarkBillingItem, { itemId: item.id, billingSent: true }, context());
  await until(() => Promise.resolve(notices.length > 0));
  silence();
  expect(notices.flatMap(({ changes }) => changes)).toEqual([{ type: 'billing_updated', context: 'billing', at }]);
  expect(await Promise.all(shown)).toEqual([true]);
});

test('an opened item is published without any typed text', async () => {
  const spoken = repairs.complete({ issue: 'Chewed by Quentin', actions: 'Asked Quentin' });
  await publish(spoken);
  const stream = (await bus.jetstreamManager()).streams;
  const last = async () =>
    (await stream.getMessage('EVENTS', { last_by_subj: 'repairline.billing.item.v1.billing-item-opened' })).string();
  await until(() =>
    last().then(
      (text) => text.includes(String(spoken.data.logId)),
      () => false,
    ),
  );
  expect(await last()).not.toContain('Quentin');
});

describe('marking a repair that billing does not have', () => {
  const mark = (itemId: string) => calls.call(MarkBillingItem, { itemId, billingSent: true }, context());

  test('waits for its event, which is on its way', async () => {
    const event = repairs.complete();
    const marked = mark(String(event.data.logId));
    await publish(event);
    expect((await marked).billingSent).toBe(true);
  });

  test('says that it cannot be known as long as its event does not come or repairs does not answer', async () => {
    const event = repairs.complete();
    await expect(mark(String(event.data.logId))).rejects.toMatchObject({ code: 'service_unavailable' });
    repairs.isAway = true;
    await expect(mark(randomUUID())).rejects.toMatchObject({ code: 'service_unavailable' });
    repairs.isAway = false;
    await publish(event);
    await until(async () => (await items()).some(({ id }) => id === event.data.logId));
  });

  test('says that there is none once all that repairs has recorded is there', async () => {
    await expect(mark(randomUUID())).rejects.toMatchObject({ code: 'billing_item_not_found' });
  });
});
