import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Module, type DynamicModule, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { Pool } from 'pg';
import { builtInSchools } from '@repairline/contracts/district';
import { GetPeople } from '@repairline/contracts/identity/calls';
import type { ChangeNotice } from '@repairline/contracts/live';
import { GetDevice, TakeInDevice } from '@repairline/contracts/repairs/calls';
import { entryOf } from '@repairline/contracts/repairs/forms';
import { connectBus } from '@repairline/messaging/bus';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import { openCallClient } from '@repairline/messaging/calls/open-call-client';
import { answer, callController } from '@repairline/messaging/calls/serve-calls';
import type { CloudEventJson } from '@repairline/messaging/cloud-event';
import { subscribeChanges } from '@repairline/messaging/notices/notices-on-bus';
import { ReplayEvents } from '@repairline/messaging/publishing/replay';
import { callServer } from '@repairline/service-kit/bus/call-server';
import { createPool } from '@repairline/postgres/pool';
import { createLogger } from '@repairline/service-kit/logger';
import { startOwnBus } from '@repairline/service-kit/testing/own-bus';
import { createTestDatabase } from '@repairline/postgres/testing/test-database';
import { until } from '@repairline/service-kit/testing/until';
import { serviceModule } from '@repairline/service/run-service';
import { compose } from './composition';

const logger = createLogger('repairs', 'silent');
const rena = { userId: randomUUID(), name: 'Rena Renamed', role: 'Member' as const };
const names = { now: 'Rena Before' };
/** Whoever has an account that nobody has approved. */
const strangers = new Set<string>();
const context = () => ({ actor: rena, correlationId: 'test', commandId: randomUUID() });
const undo: (() => Promise<unknown>)[] = [];
let calls: CallClient;
let pool: Pool;
let bus: Awaited<ReturnType<typeof connectBus>>;
let health: () => Promise<{ ok: boolean }>;

/** Identity with one user, whose registration is its only event so far. */
const identity = callController(
  [
    answer(GetPeople, ({ userIds }) => {
      const known = { id: rena.userId, name: names.now, email: 'rena@school.example', approved: true, position: 1 };
      const waiting = { ...known, name: '', approved: false, role: rena.role };
      return Promise.resolve([
        ...(userIds.includes(rena.userId) ? [{ ...known, role: rena.role }] : []),
        ...userIds.filter((id) => strangers.has(id)).map((id) => ({ ...waiting, id, email: `${id}@school.example` })),
      ]);
    }),
    answer(ReplayEvents('identity'), ({ after }) =>
      Promise.resolve({ events: after < 1 ? [identityEvent('user-registered', 1)] : [], upTo: 1, head: 1 }),
    ),
  ],
  logger,
);

function identityEvent(event: string, position: number, userId = rena.userId): CloudEventJson {
  return {
    ...{ specversion: '1.0', id: randomUUID(), source: '/repairline/identity', time: '2026-09-01T08:00:00.000Z' },
    ...{ type: `repairline.identity.user.v1.${event}`, datacontenttype: 'application/json' },
    ...{ position: String(position), predecessor: String(position - 1), correlationid: 'test', causationid: 'test' },
    data: { userId },
  };
}

async function serve(url: string, queue: string, module: DynamicModule): Promise<INestMicroservice> {
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
    ...callServer(url, queue),
    logger: false,
  });
  await app.listen();
  undo.unshift(() => app.close());
  return app;
}

/** Polls; the test's time limit ends a wait in vain. */
beforeAll(async () => {
  const database = await createTestDatabase('repairs');
  undo.unshift(() => database.drop());
  pool = createPool(database.url, 'test');
  undo.unshift(() => pool.end());
  const own = await startOwnBus();
  undo.unshift(own.stop);
  class Identity {}
  Module({})(Identity);
  await serve(own.url, 'identity', { module: Identity, controllers: [identity] });
  const repairs = await compose(
    {
      ...{ DATABASE_URL: database.url, NATS_CALLS_URL: own.url, NATS_EVENTS_URL: own.url },
      ...{ DATA_KEY: Buffer.alloc(32, 7), SCHOOLS_FILE: builtInSchools },
      ...{ LOG_LEVEL: 'silent', HEALTH_HOST: '127.0.0.1', EVENT_STORE: 'postgres', NATS_REPLICAS: 1 },
    },
    logger,
  );
  undo.unshift(repairs.stop);
  await serve(own.url, 'repairs', serviceModule('repairs', repairs, logger));
  health = () => repairs.health.report();
  await until(async () => (await health()).ok);
  const client = await openCallClient(own.url, 'test');
  undo.unshift(client.close);
  calls = client.calls;
  bus = await connectBus(own.url, 'test');
  undo.unshift(() => bus.close());
});
afterAll(async () => {
  for (const step of undo) await step();
});

const find = (barcodeNumber: string) => calls.call(GetDevice, { assetNumber: barcodeNumber }, context());

test('a command over the bus answers what a query shows, and its notice is sent only after that', async () => {
  const shown: Promise<unknown>[] = [];
  const notices: ChangeNotice[] = [];
  const silence = subscribeChanges(bus, (notice) => {
    if (notice.changes.length === 0) return;
    notices.push(notice);
    shown.push(find('Bus-1'));
  });
  await bus.flush();
  const { device } = await calls.call(TakeInDevice, { assetNumber: 'Bus-1', school: 'SHS' }, context());
  await until(() => Promise.resolve(notices.length > 0));
  silence();
  expect(await find('bus-1')).toEqual(device);
  expect(notices.flatMap(({ changes }) => changes)).toEqual([
    expect.objectContaining({ type: 'device_updated', context: 'repairs', barcodeNumber: 'Bus-1' }),
  ]);
  expect(await shown.at(-1)).toEqual(device);
});

test('people are shown under the name that identity knows, also after a rename', async () => {
  const assigned = { assetNumber: 'Bus-2', school: 'SHS', assignedTo: 'rena@school.example' };
  const { device } = await calls.call(TakeInDevice, assigned, context());
  expect(device.assignedTo).toBe('Rena Before');
  names.now = rena.name;
  const renamed = identityEvent('user-renamed', 2);
  await bus.jetstream().publish(renamed.type, JSON.stringify(renamed), { msgID: renamed.id });
  await until(async () => (await find('Bus-2')).assignedTo === 'Rena Renamed');
});

test('a person whose account is removed before anybody approved it is forgotten', async () => {
  const stranger = randomUUID();
  const isKnown = async () =>
    (await pool.query('select from technicians where user_id = $1', [stranger])).rowCount === 1;
  const tell = (event: CloudEventJson) => bus.jetstream().publish(event.type, JSON.stringify(event));
  strangers.add(stranger);
  await tell(identityEvent('user-registered', 3, stranger));
  await until(isKnown);
  strangers.delete(stranger);
  await tell(identityEvent('user-removed', 4, stranger));
  await until(async () => !(await isKnown()));
});

test('a completed repair is published without any typed text', async () => {
  const student = 'Quentin Quill';
  await calls.call(TakeInDevice, { assetNumber: 'Bus-3', school: 'SHS', studentName: student }, context());
  const entry = { issue: 'Missing keys, chewed by Quentin Quill', actions: student, completed: true };
  await calls.call(...entryOf({ assetNumber: 'Bus-3' }, entry), context());
  const stream = (await bus.jetstreamManager()).streams;
  const last = async () =>
    (await stream.getMessage('EVENTS', { last_by_subj: 'repairline.repairs.device.v1.repair-completed' })).string();
  await until(() => last().then(Boolean, () => false));
  const told = await last();
  expect(JSON.parse(told)).toMatchObject({ data: { issues: ['Missing keys', 'Other'], from: 'INTAKE' } });
  expect(told).not.toContain('Quentin');
});
