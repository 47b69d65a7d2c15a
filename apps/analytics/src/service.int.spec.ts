import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { Module, type DynamicModule, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NatsConnection } from 'nats';
import { GetAnalytics } from '@repairline/contracts/analytics/calls';
import { GetPeople } from '@repairline/contracts/identity/calls';
import type { ChangeNotice } from '@repairline/contracts/live';
import { GetRepairLogs } from '@repairline/contracts/repairs/calls';
import { connectBus } from '@repairline/messaging/bus';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import { openCallClient } from '@repairline/messaging/calls/open-call-client';
import { answer, callController } from '@repairline/messaging/calls/serve-calls';
import type { CloudEventJson } from '@repairline/messaging/cloud-event';
import { subscribeChanges } from '@repairline/messaging/notices/notices-on-bus';
import { ReplayEvents } from '@repairline/messaging/publishing/replay';
import { openScratchSite, waitForBuildSite } from '@repairline/projections/building/build-site';
import type { Building } from '@repairline/projections/building/build-views';
import { compareView } from '@repairline/projections/building/compare-view';
import { listDeadLetters, retryDeadLetter, skipDeadLetter } from '@repairline/event-store/dead-letters';
import { viewFollower } from '@repairline/projections/following/checkpoints';
import { rebuildView } from '@repairline/projections/building/rebuild';
import { callServer } from '@repairline/service-kit/bus/call-server';
import { createPool } from '@repairline/postgres/pool';
import { createLogger } from '@repairline/service-kit/logger';
import { startOwnBus } from '@repairline/service-kit/testing/own-bus';
import { createTestDatabase } from '@repairline/postgres/testing/test-database';
import { until } from '@repairline/service-kit/testing/until';
import { serviceModule } from '@repairline/service/run-service';
import { compose } from './composition';
import { factLog, type Fact } from './facts';
import { AnalyticsChangesSince } from './notices';
import { admin } from './testing/figures-fixture';
import { figureViews } from './views/views';

const logger = createLogger('analytics', 'silent');
const tess = { id: randomUUID(), name: 'Tess Turner', email: 'tess@school.example', approved: true, position: 1 };
const undo: (() => Promise<unknown>)[] = [];
/** What repairs has published so far, and its issues by log id. */
const log: CloudEventJson[] = [];
const issues = new Map<string, string>();
/** From here on repairs cannot tell of its events. */
let refusedFrom = Infinity;
/** When somebody was refused an event. */
const refusals: number[] = [];
let calls: CallClient;
let bus: NatsConnection;
let databaseUrl: string;
let natsUrl: string;

const after = (position: number, events: readonly CloudEventJson[]) =>
  events.filter((event) => Number(event.position) > position).slice(0, 3);

const owners = callController(
  [
    answer(ReplayEvents('repairs'), async ({ after: seen }) => {
      const events = after(seen, log).filter(({ position }) => Number(position) < refusedFrom);
      const upTo = Number(events.at(-1)?.position ?? seen);
      const refused = upTo + 1 === refusedFrom ? { position: upTo + 1, type: 'Unheard' } : undefined;
      if (refused && upTo === seen) refusals.push(performance.now());
      return { events, upTo, head: log.length, refused };
    }),
    answer(GetRepairLogs, async ({ logIds }) => logIds.map(repairLogNamed)),
    answer(ReplayEvents('identity'), async ({ after: seen }) => ({
      events: after(seen, [cloudEvent('identity.user', 'user-registered', { userId: tess.id }, 1)]),
      upTo: 1,
      head: 1,
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
  const app = await serve('analytics', serviceModule('analytics', analytics, logger));
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
    // Says that figures that screens show may be others, without a completion; one may be under way from the start.
    if (notice.isAside) return;
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

/** As if the tables were of an earlier version: the next start builds them anew. */
async function makeEarlier(also = 'select'): Promise<void> {
  const pool = createPool(databaseUrl, 'spoiler', 1);
  await pool.query(`${also}; update view_checkpoints set version = version - 1`);
  await pool.end();
}

test('during a rebuild for a new version the old figures are shown in full until every event is counted again', async () => {
  const before = await ask();
  await stop();
  await makeEarlier('update completed_repairs set turnaround_minutes = 1');
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
  await makeEarlier();
  stop = await startAnalytics();
  const letters = () => listDeadLetters(pool);
  await until(async () => (await letters()).length === figureViews.length);
  expect(await ask()).toEqual(before);
  const letter = { position: 1, type: 'repair-completed', error: 'UnreadableEvent' };
  const names = figureViews.map(({ name }) => name).sort();
  expect(await letters()).toMatchObject(names.map((follower) => ({ follower, ...letter })));
  for (const { name: view } of figureViews) await skipDeadLetter(pool, viewFollower(view), 1, 'Ada');
  await isCounted(11);
  log[0] = told;
  for (const { name: view } of figureViews) expect(await retryDeadLetter(pool, viewFollower(view), 1)).toBe('rebuild');
  await atSite('live', async (buildings) => {
    for (const building of buildings) await rebuildView(building);
  });
  await isCounted(12);
  expect(await ask()).toEqual(before);
  expect(await letters()).toEqual([]);
});

/** Each view with a site to build it on. */
async function atSite(site: 'live' | 'scratch', work: (buildings: Building<Fact>[]) => Promise<void>): Promise<void> {
  const { signal } = new AbortController();
  const opened =
    site === 'live'
      ? await waitForBuildSite(databaseUrl, 'analytics', signal)
      : await openScratchSite(databaseUrl, 'analytics');
  const store = factLog({ calls });
  try {
    await work(figureViews.map((view) => ({ store, service: 'analytics', view, site: opened, signal })));
  } finally {
    await opened.close();
  }
}

test('a build for which repairs cannot tell of an event is tried again after growing pauses', async () => {
  await stop();
  await makeEarlier();
  refusedFrom = 2;
  stop = await startAnalytics();
  // Each attempt is refused twice: when it has read up to there, and when it is to take the old tables' place.
  await until(() => refusals.length === 6);
  refusedFrom = Infinity;
  expect(refusals[4]! - refusals[3]!).toBeGreaterThan(1_900);
  await publish(recordCompletion(40, ''));
  await isCounted(13);
});

test('recounting and comparing end with the name of an event that repairs cannot tell of any more', async () => {
  const named = /^Event 2 \(Unheard\) cannot be published: /u;
  refusedFrom = 2;
  try {
    await atSite('live', ([building]) => expect(rebuildView(building!)).rejects.toThrow(named));
    await atSite('scratch', ([building]) => expect(compareView(building!)).rejects.toThrow(named));
  } finally {
    refusedFrom = Infinity;
  }
});

test('a rebuild of figures that lie beyond the log ends at its end, where they go on', async () => {
  const pool = createPool(databaseUrl, 'forger', 1);
  undo.unshift(() => pool.end());
  await pool.query('update view_checkpoints set position = position + 900');
  await atSite('live', async (buildings) => {
    for (const building of buildings) expect((await rebuildView(building)).position).toBe(log.length);
  });
  await publish(recordCompletion(40, ''));
  await isCounted(14);
});

test('a comparison with figures recounted from the first event reports the rows that differ', async () => {
  const pool = createPool(databaseUrl, 'comparer', 1);
  undo.unshift(() => pool.end());
  const compare = async () => {
    const found: unknown[] = [];
    await atSite('scratch', async (buildings) => {
      for (const building of buildings) found.push(...(await compareView(building)).differences);
    });
    return found;
  };
  expect(await compare()).toEqual([]);
  await pool.query(
    'update completed_repairs set turnaround_minutes = 77 where device_id = (select min(device_id) from completed_repairs)',
  );
  expect(await compare()).toMatchObject([
    { kind: 'rows', examples: [{ how: 'different', columns: ['turnaround_minutes'] }] },
  ]);
});
