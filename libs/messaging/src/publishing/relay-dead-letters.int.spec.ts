import type { INestMicroservice } from '@nestjs/common';
import type { EventEnvelope } from '@repairline/contracts/event';
import { until } from '@repairline/service-kit/testing/until';
import type { Publishing } from '../cloud-event';
import { startConsumer } from '../consuming/consume';
import { ensureEventsStream } from '../events-stream';
import { logger, openBells, publishing, serve } from '../testing/fixture';
import { compareCopy } from './compare-copy';
import { startRelay, type Relay } from './relay';
import { readRelayCursor, skippedByRelay } from './relay-cursor';
import { replayHandler } from './replay';
import { republish } from './republish';

describe('an event that cannot be published', () => {
  let bells: Awaited<ReturnType<typeof openBells>>;
  let owner: INestMicroservice;
  let relay: Relay;
  let isRefused: boolean;
  const started: { stop(): Promise<void> }[] = [];
  const heard: number[] = [];

  const publish: Publishing = (envelope) => {
    if (isRefused && envelope.position === 2) throw new TypeError('not this one');
    return publishing(envelope);
  };

  beforeEach(async () => {
    bells = await openBells();
    isRefused = true;
    heard.length = 0;
    const { store, pool, databaseUrl, bus, calls, context } = bells;
    owner = await serve([replayHandler(bells, context, publish)]);
    await ensureEventsStream(bus);
    relay = startRelay({ store, pool, databaseUrl, bus, context, publish, logger });
    const consumer = startConsumer<undefined>({
      ...{ bus, pool, databaseUrl, calls, of: context, by: 'ringers', logger, onPoison: 'stop' },
      prepare: async () => undefined,
      apply: async (_tx, events) => void heard.push(...events.map(({ data }) => Number(data.times))),
    });
    started.push(relay, consumer);
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((part) => part.stop()));
    await owner.close();
    await bells.close();
  });

  const letters = async () =>
    (await bells.pool.query<object>('select follower, position, event_type, error, state from dead_letters')).rows;
  const skip = () => bells.pool.query("update dead_letters set state = 'skipped'");
  const options = async () => {
    const { store, bus, context, pool } = bells;
    return { ...{ store, bus, context, publish, upTo: await store.head() }, skipped: await skippedByRelay(pool) };
  };

  /** Three events, the second of which has no public form. */
  async function ring(): Promise<void> {
    await bells.ring(1, 2, 3);
    await until(async () => (await letters()).length === 1);
  }

  test('is kept as a dead letter, shows in health and status, and holds back later events', async () => {
    await ring();
    await until(async () => heard.length > 0);
    expect(heard).toEqual([1]);
    expect(await letters()).toEqual([
      { follower: 'relay', position: 2, event_type: 'BellRang', error: 'TypeError', state: 'stopped' },
    ]);
    expect(await relay.health()).toMatchObject({ ok: true, detail: { position: 1, head: 3, deadLetters: 1 } });
    expect(await relay.status()).toMatchObject({ position: 1, published: 1, deadLetters: 1 });
  });

  test('is published in order as soon as it can be, and is then no dead letter any more', async () => {
    await ring();
    isRefused = false;
    await until(async () => heard.length === 3);
    expect(heard).toEqual([1, 2, 3]);
    await until(async () => (await letters()).length === 0);
  });

  test('is skipped on request, also when the copy is compared with the log', async () => {
    await ring();
    await skip();
    await until(async () => heard.length === 2);
    expect(heard).toEqual([1, 3]);
    await until(async () => (await relay.status()).position === 3);
    const mayBeErased = () => false;
    expect(await compareCopy({ ...(await options()), mayBeErased })).toMatchObject({ published: 2, findings: [] });
    expect(await relay.status()).toMatchObject({ published: 3, deadLetters: 0 });
    expect(await letters()).toHaveLength(1);
  });

  test('makes a replay fail with an error that names the event', async () => {
    await ring();
    const { position: passed } = await readRelayCursor(bells.pool, bells.context);
    for (const from of [1, 3]) {
      const again = republish({ ...(await options()), from, passed, signal: new AbortController().signal });
      await expect(again).rejects.toThrow('Event 2 (BellRang) cannot be published: see npm run dead-letters -- list');
    }
  });

  test('because it cannot be read is such a dead letter, and can be skipped', async () => {
    isRefused = false;
    await bells.ring(1);
    await bells.ringLater(2);
    await bells.ring(3);
    await until(async () => (await letters()).length === 1);
    expect(await letters()).toMatchObject([
      { follower: 'relay', position: 2, event_type: 'BellRang', error: 'UnreadableEvent' },
    ]);
    expect((await relay.status()).behindSeconds).toBeGreaterThan(0);
    await skip();
    await until(async () => heard.length === 2);
    expect(heard).toEqual([1, 3]);
    await until(async () => (await relay.status()).position === 3);
    const mayBeErased = ({ event }: EventEnvelope) => event.data === null;
    expect(await compareCopy({ ...(await options()), mayBeErased })).toMatchObject({ published: 2, findings: [] });
  });
});
