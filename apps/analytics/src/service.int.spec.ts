import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Module, type DynamicModule, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NatsConnection } from 'nats';
import type { PoolClient } from 'pg';
import { GetAnalytics } from '@repairline/contracts/analytics/calls';
import { GetPeople } from '@repairline/contracts/identity/calls';
import type { ChangeNotice } from '@repairline/contracts/live';
import { GetRepairLogs } from '@repairline/contracts/repairs/calls';
import { connectBus } from '@repairline/messaging/bus';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import { openCallClient } from '@repairline/messaging/calls/open-call-client';
import { answer, callController } from '@repairline/messaging/calls/serve-calls';
import type { CloudEventJson } from '@repairline/messaging/cloud-event';
import {
  consumerRole,
  leaveOutConsumed,
  listConsumedDeadLetters,
  retryConsumed,
} from '@repairline/messaging/consuming/consumed-dead-letters';
import { subscribeChanges } from '@repairline/messaging/notices/notices-on-bus';
import { ReplayEvents } from '@repairline/messaging/publishing/replay';
import { openScratchSite, waitForBuildSite, type BuildSite } from '@repairline/projections/build-site';
import { callServer } from '@repairline/service-kit/call-server';
import { createPool } from '@repairline/service-kit/database';
import { whileLeader } from '@repairline/service-kit/leadership';
import { createLogger } from '@repairline/service-kit/logger';
import { startOwnBus } from '@repairline/service-kit/testing/own-bus';
import { createTestDatabase } from '@repairline/service-kit/testing/test-database';
import { until } from '@repairline/service-kit/testing/until';
import { appModule } from './app.module';
import { rebuildReadModel } from './build-figures';
import { compareFigures } from './compare-figures';
import { compose } from './composition';
import { AnalyticsChangesSince } from './notices';
import { READ_MODEL_VERSION } from './read-model';
import { admin } from './testing/figures-fixture';

const logger = createLogger('analytics', 'silent');
const tess = { id: randomUUID(), name: 'Tess Turner', email: 'tess@school.example', approved: true, position: 1 };
const undo: (() => Promise<unknown>)[] = [];
/** What repairs has published so far, and its issues by log id. */
const log: CloudEventJson[] = [];
const issues = new Map<string, string>();
/** From here on repairs cannot tell of its events. */
let refusedFrom = Infinity;
/** When somebody began to read repairs' log from the first event. */
const begun: number[] = [];
let calls: CallClient;
let bus: NatsConnection;
let databaseUrl: string;
let natsUrl: string;

const after = (position: number, events: readonly CloudEventJson[]) =>
  events.filter((event) => Number(event.position) > position).slice(0, 3);

const owners = callController(
  [
    answer(ReplayEvents('repairs'), async ({ after: seen }) => {
      if (seen === 0) begun.push(performance.now());
      const events = after(seen, log).filter(({ position }) => Number(position) < refusedFrom);
      const upTo = Number(events.at(-1)?.position ?? seen);
      return { events, upTo, refused: upTo + 1 === refusedFrom ? { position: upTo + 1, type: 'Unheard' } : undefined };
    }),
    answer(GetRepairLogs, async ({ logIds }) => logIds.map(repairLogNamed)),
    answer(ReplayEvents('identity'), async ({ after: seen }) => ({
      events: after(seen, [cloudEvent('identity.user', 'user-registered', { userId: tess.id }, 1)]),
      upTo: 1,
    })),
    answer(GetPeople, async () => [{ ...tess, role: 'Member' as const }]),
  ],
  logger,
);

function repairLogNamed(id: string) {
  const texts = { issue: issues.get(id) ?? '', actions: '', comments: null, technician: '', technicianId: null };
  const moments = { timestamp: '2026-01-05T08:00:00Z', createdAt: '2026-01-05T08:00:00Z' };
  const ids = { id, barcodeNumber: '', deviceId: '', repairId: '' };
  return { ...ids, ...texts, ...moments, completed: false, billingSent: false, priority: null };
}

function cloudEvent(about: string, name: string, data: Record<string, unknown>, position: number): CloudEventJson {
  return {
    ...{ specversion: '1.0', id: randomUUID(), source: '/repairline', time: new Date().toISOString() },
    ...{ type: `repairline.${about}.v1.${name}`, datacontenttype: 'application/json' },
    ...{ position: String(position), predecessor: String(position - 1), correlationid: 'test', causationid: 'test' },
    data,
  };
}

/** Records an event at repairs without putting it on the bus. */
function record(name: string, data: Record<string, unknown>): CloudEventJson {
  const event = cloudEvent('repairs.device', name, data, log.length + 1);
  log.push(event);
  return event;
}

function recordCompletion(minutes: number, issue: string): CloudEventJson {
  const ids = { deviceId: randomUUID(), repairId: randomUUID(), logId: randomUUID() };
  issues.set(ids.logId, issue);
  const entry = { ...ids, technicianId: tess.id, priority: null, issues: ['Other'], from: 'INTAKE' };
  return record('repair-completed', { ...entry, openedAt: '2026-01-05T08:00:00Z', turnaroundMinutes: minutes });
}

const publish = (event: CloudEventJson, msgID = event.id) =>
  bus.jetstream().publish(event.type, JSON.stringify(event), { msgID });

async function serve(queue: string, module: DynamicModule): Promise<INestMicroservice> {
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
    ...callServer(natsUrl, queue),
    logger: false,
  });
  await app.listen();
  return app;
}

async function startAnalytics(): Promise<() => Promise<void>> {
  const settings = { LOG_LEVEL: 'silent', HEALTH_HOST: '127.0.0.1', DISTRICT_TIMEZONE: 'America/Chicago' } as const;
  const analytics = await compose(
    {
      ...{ ...settings, NATS_REPLICAS: 1, DATABASE_URL: databaseUrl },
      ...{ NATS_CALLS_URL: natsUrl, NATS_EVENTS_URL: natsUrl },
    },
    logger,
  );
  const app = await serve('analytics', appModule(analytics, logger));
  await until(() => ask().then(Boolean, () => false));
  return async () => {
    await app.close();
    await analytics.stop();
  };
}

const ask = (role: 'Admin' | 'Member' = 'Admin') =>
  calls.call(GetAnalytics, {}, { actor: { ...admin, role }, correlationId: 'test' });

/** Polls; the test's time limit ends a wait in vain. */
const isCounted = (total: number) =>
  until(async () => (await ask()).technicianWorkload.some(({ completedCount }) => completedCount === total));

let stop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase('analytics');
  undo.unshift(() => database.drop());
  databaseUrl = database.url;
  const own = await startOwnBus();
  undo.unshift(own.stop);
  natsUrl = own.url;
  class Owners {}
  Module({})(Owners);
  const app = await serve('owners', { module: Owners, controllers: [owners] });
  undo.unshift(() => app.close());
  bus = await connectBus(natsUrl, 'test');
  undo.unshift(() => bus.close());
  const client = await openCallClient(natsUrl, 'test');
  undo.unshift(client.close);
  calls = client.calls;
  recordCompletion(30, 'Bent lid');
  stop = await startAnalytics();
  undo.unshift(() => stop());
});
afterAll(async () => {
  for (const step of undo) await step();
});

test('repairs recorded before the service first starts are counted, with technicians’ names and typed issues', async () => {
  await isCounted(1);
  await until(async () => (await ask()).technicianWorkload[0]?.technician === tess.name);
  expect(await ask()).toEqual({
    ...{ averageTurnaroundTime: 30, completionsPerDay: 1, commonIssues: [{ issue: 'Bent lid', count: 1 }] },
    technicianWorkload: [{ technician: tess.name, activeCount: 0, completedCount: 1 }],
  });
});

test('only Admins may read the figures', async () => {
  await expect(ask('Member')).rejects.toMatchObject({ code: 'admin_only' });
});

test('a completion is announced once its figures can be read, and counted once however often it is delivered', async () => {
  const shown: Promise<number>[] = [];
  const notices: ChangeNotice[] = [];
  const silence = subscribeChanges(bus, (notice) => {
    notices.push(notice);
    shown.push(ask().then(({ averageTurnaroundTime }) => averageTurnaroundTime ?? 0));
  });
  await bus.flush();
  const event = recordCompletion(50, 'hinge, bent lid');
  await publish(event);
  await publish(event, randomUUID());
  await until(async () => notices.length > 0);
  silence();
  const at = Number(event.position);
  const changes = [{ type: 'analytics_updated', context: 'analytics', at }];
  expect(notices).toEqual([{ context: 'analytics', after: at - 1, upTo: at, changes }]);
  expect(await shown[0]).toBe(40);
  expect((await ask()).commonIssues[0]).toEqual({ issue: 'Bent lid', count: 2 });
});

test('events that the bus never delivered are fetched from repairs', async () => {
  for (let missed = 0; missed < 7; missed += 1) recordCompletion(40, '');
  await publish(recordCompletion(40, ''));
  await isCounted(10);
});

test('a query is answered only after completions that are already recorded have been counted', async () => {
  const event = recordCompletion(40, '');
  const asked = ask();
  await publish(event);
  expect((await asked).technicianWorkload[0]?.completedCount).toBe(11);
});

test('a browser that missed changes gets a single one, and a position ahead of the log is answered as incomplete', async () => {
  const since = (position: number) =>
    calls.call(AnalyticsChangesSince, { after: position }, { actor: null, correlationId: 'test' });
  const upTo = log.length;
  const change = { type: 'analytics_updated', context: 'analytics', at: upTo };
  expect(await since(2)).toEqual({ changes: [change], upTo, complete: true });
  expect(await since(upTo)).toEqual({ changes: [], upTo, complete: true });
  expect(await since(upTo + 1)).toMatchObject({ complete: false });
});

test('during a rebuild for a new version the old figures are shown in full until every event is counted again', async () => {
  const before = await ask();
  await stop();
  const pool = createPool(databaseUrl, 'spoiler', 1);
  await pool.query('update completed_repairs set turnaround_minutes = 1');
  await pool.query('update read_model set version = version - 1');
  await pool.end();
  stop = await startAnalytics();
  const shown = new Set<number | null>();
  while (!shown.has(before.averageTurnaroundTime)) shown.add((await ask()).averageTurnaroundTime);
  expect([...shown].filter((minutes) => minutes !== 1)).toEqual([before.averageTurnaroundTime]);
  expect(await ask()).toEqual(before);
  await publish(recordCompletion(40, ''));
  await isCounted(12);
});

test('an event that a rebuild cannot apply stops it for a decision; if skipped, it can be retried later', async () => {
  const before = await ask();
  await stop();
  const pool = createPool(databaseUrl, 'decider', 2);
  undo.unshift(() => pool.end());
  const told = log[0]!;
  log[0] = { ...told, data: {} };
  await pool.query('update read_model set version = version - 1');
  begun.length = 0;
  stop = await startAnalytics();
  await until(async () => (await listConsumedDeadLetters(pool)).length === 1);
  // Nobody takes it in: the answer waits for it as long as an answer may, four times as long as between two looks.
  recordCompletion(40, '');
  expect(await ask()).toEqual(before);
  log.pop();
  const letter = { source: 'repairs', position: 1, state: 'stopped', tries: 1 };
  expect(await listConsumedDeadLetters(pool)).toMatchObject([letter]);
  expect(begun).toHaveLength(1);
  await leaveOutConsumed(pool, 'repairs', 1, 'Ada');
  await isCounted(11);
  log[0] = told;
  await retryConsumed(pool, 'repairs', 1);
  await isCounted(12);
  expect(await ask()).toEqual(before);
  await until(async () => (await listConsumedDeadLetters(pool)).length === 0);
});

test('when two skipped events are retried, the one that succeeds is counted although the other fails', async () => {
  const before = await ask();
  await stop();
  const pool = createPool(databaseUrl, 'decider of two', 2);
  undo.unshift(() => pool.end());
  const told = log.slice(0, 2);
  log.splice(0, 2, ...told.map((event) => ({ ...event, data: {} })));
  await pool.query('update read_model set version = version - 1');
  stop = await startAnalytics();
  for (const position of [1, 2]) {
    await until(async () => (await listConsumedDeadLetters(pool)).length === position);
    await leaveOutConsumed(pool, 'repairs', position, 'Ada');
  }
  await isCounted(10);
  await stop();
  log[0] = told[0]!;
  await retryConsumed(pool, 'repairs', 1);
  await retryConsumed(pool, 'repairs', 2);
  stop = await startAnalytics();
  await isCounted(11);
  await until(async () => (await listConsumedDeadLetters(pool))[0]?.state === 'set aside');
  expect(await listConsumedDeadLetters(pool)).toMatchObject([{ position: 2, state: 'set aside' }]);
  log[1] = told[1]!;
  await retryConsumed(pool, 'repairs', 2);
  await isCounted(12);
  expect(await ask()).toEqual(before);
  await until(async () => (await listConsumedDeadLetters(pool)).length === 0);
});

/** A reader in a transaction, and the site of a rebuild that has to wait for it. */
async function besideReader(
  signal: AbortSignal,
  body: (reader: PoolClient, site: BuildSite, isWaitingFor: (table: string) => Promise<boolean>) => Promise<void>,
) {
  const pool = createPool(databaseUrl, 'reader', 2);
  const reader = await pool.connect();
  const site = await waitForBuildSite(databaseUrl, 'analytics', signal);
  const waiting = 'select from pg_locks where relation = $1::regclass and not granted';
  const isWaitingFor = async (table: string) => (await pool.query(waiting, [`analytics.${table}`])).rowCount === 1;
  try {
    await reader.query('begin');
    await body(reader, site, isWaitingFor);
  } finally {
    await site.close();
    reader.release(true);
    await pool.end();
  }
}

test('swapping in rebuilt tables does not fail a reader that has read one of them and goes on to the next', async () => {
  const { signal } = new AbortController();
  await besideReader(signal, async (reader, site, isWaitingFor) => {
    await reader.query('select from device_work');
    const rebuilt = rebuildReadModel({ site, calls, signal });
    await until(() => isWaitingFor('device_work'));
    await reader.query('select from completed_repairs');
    await reader.query('commit');
    expect(await rebuilt).toBe(log.length);
  });
});

test('a rebuild that waits for readers leaves them time between its attempts, and can be aborted', async () => {
  const abort = new AbortController();
  await besideReader(abort.signal, async (reader, site, isWaitingFor) => {
    const begun: number[] = [];
    const noting: BuildSite['transact'] = (work) => {
      begun.push(performance.now());
      return site.transact(work);
    };
    await reader.query('select from completed_repairs');
    const rebuilt = rebuildReadModel({ site: { ...site, transact: noting }, calls, signal: abort.signal });
    const ended = expect(rebuilt).rejects.toMatchObject({ name: 'AbortError' });
    const isWaiting = () => isWaitingFor('completed_repairs');
    await until(isWaiting);
    const attempt = begun.length;
    await until(async () => begun.length > attempt);
    expect(begun[attempt]! - begun[attempt - 1]!).toBeGreaterThan(700);
    abort.abort();
    await ended;
  });
});

test('a rebuild by a program of another version is refused, and the running figures go on', async () => {
  const { signal } = new AbortController();
  const site = await waitForBuildSite(databaseUrl, 'analytics', signal);
  const [running, known] = [READ_MODEL_VERSION, READ_MODEL_VERSION + 1];
  try {
    await expect(rebuildReadModel({ site, calls, signal }, known)).rejects.toThrow(
      `analytics runs in version ${running}, but this program knows version ${known}. Restart the product.`,
    );
  } finally {
    await site.close();
  }
  await publish(recordCompletion(40, ''));
  await isCounted(13);
});

test('figures that a later version has taken over are left to it until none of its processes follows them', async () => {
  const pool = createPool(databaseUrl, 'later version', 1);
  undo.unshift(() => pool.end());
  const version = async () =>
    (await pool.query<{ version: number }>('select version from read_model')).rows[0]?.version;
  let lead = () => undefined as void;
  const leads = new Promise<void>((resolve) => (lead = resolve));
  const later = whileLeader(databaseUrl, consumerRole('repairs'), logger, async (signal) => {
    lead();
    if (!signal.aborted) await once(signal, 'abort');
  });
  undo.unshift(() => later.stop());
  await pool.query('update read_model set version = 77');
  await leads;
  const { completionsPerDay } = await ask();
  await publish(recordCompletion(40, ''));
  // Nobody takes it in: each answer waits for it as long as an answer may, three together longer than 5 s.
  for (let answers = 0; answers < 3; answers += 1) expect((await ask()).completionsPerDay).toBe(completionsPerDay);
  expect(await version()).toBe(77);
  await later.stop();
  await isCounted(14);
  expect(await version()).toBe(READ_MODEL_VERSION);
});

test('a build for which repairs cannot tell of an event is tried again after growing pauses', async () => {
  await stop();
  const pool = createPool(databaseUrl, 'spoiler of two', 1);
  await pool.query('update read_model set version = version - 1');
  await pool.end();
  refusedFrom = 2;
  begun.length = 0;
  stop = await startAnalytics();
  await until(() => begun.length === 4);
  refusedFrom = Infinity;
  expect(begun[3]! - begun[2]!).toBeGreaterThan(1_900);
  await publish(recordCompletion(40, ''));
  await isCounted(15);
});

test('recounting and comparing end with the name of an event that repairs cannot tell of any more', async () => {
  const pool = createPool(databaseUrl, 'comparer', 2);
  const { signal } = new AbortController();
  const live = await waitForBuildSite(databaseUrl, 'analytics', signal);
  const scratch = await openScratchSite(databaseUrl, 'analytics');
  refusedFrom = 2;
  try {
    const named = /^Event 2 \(Unheard\) cannot be published: /u;
    await expect(rebuildReadModel({ site: live, calls, signal })).rejects.toThrow(named);
    await expect(compareFigures(pool, { site: scratch, calls, signal })).rejects.toThrow(named);
  } finally {
    refusedFrom = Infinity;
    await Promise.all([live.close(), scratch.close()]);
    await pool.end();
  }
});

test('a rebuild of figures that lie beyond the log ends at its end, where the consumer goes on', async () => {
  const pool = createPool(databaseUrl, 'forger', 1);
  const site = await waitForBuildSite(databaseUrl, 'analytics', new AbortController().signal);
  try {
    await pool.query("update consumed_positions set position = position + 900 where source = 'repairs'");
    expect(await rebuildReadModel({ site, calls, signal: new AbortController().signal })).toBe(log.length);
    const { rows } = await pool.query("select position from consumed_positions where source = 'repairs'");
    expect(rows).toEqual([{ position: log.length }]);
  } finally {
    await site.close();
    await pool.end();
  }
});

test('a comparison with figures recounted from the first event reports the rows that differ', async () => {
  const pool = createPool(databaseUrl, 'comparer', 2);
  const site = await openScratchSite(databaseUrl, 'analytics');
  const signal = new AbortController().signal;
  const compare = async () =>
    (await compareFigures(pool, { site, calls, signal })).flatMap(({ view, differences }) =>
      differences.map((difference) => ({ view, ...difference })),
    );
  expect(await compare()).toEqual([]);
  await pool.query(
    'update completed_repairs set turnaround_minutes = 77 where device_id = (select min(device_id) from completed_repairs)',
  );
  expect(await compare()).toMatchObject([
    { view: 'completed-repairs', kind: 'rows', examples: [{ how: 'different', columns: ['turnaround_minutes'] }] },
  ]);
  await site.close();
  await pool.end();
});
