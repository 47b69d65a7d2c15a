import { listDeadLetters, retryDeadLetter } from '@repairline/event-store/dead-letters';
import type { INestMicroservice } from '@nestjs/common';
import { AckPolicy, DeliverPolicy, type JetStreamManager } from 'nats';
import { z } from 'zod';
import { definePublishedEvent } from '@repairline/contracts/published/published';
import { eventsOf } from '@repairline/contracts/published/published-events';
import { EVENTS_STREAM, publishedSubjects } from '@repairline/contracts/published/published-subjects';
import { startOwnBus, type OwnBus } from '@repairline/service-kit/testing/own-bus';
import { until } from '@repairline/service-kit/testing/until';
import type { CloudEventJson, Publishing } from './cloud-event';
import { otherVersionsThan } from './consuming/ask-owner';
import { startConsumer, type Consumer } from './consuming/consume';
import { consumerFollower } from './consuming/with-dead-letters';
import { readPosition } from './consuming/consumed-position';
import { ensureEventsStream } from './events-stream';
import { compareCopy } from './publishing/compare-copy';
import { startRelay } from './publishing/relay';
import { replayHandler } from './publishing/replay';
import { republish } from './publishing/republish';
import { logger, openBells, publishing as first, serve } from './testing/fixture';

const firstForm = definePublishedEvent('A bell rang', { times: z.number(), tower: z.string() });
const rang = {
  'bell-rang': definePublishedEvent('A bell rang', { strokes: z.number(), tower: z.string() }, firstForm),
};

const tower = 'north';
/** What the previous program published, and what the present one publishes from the same log. */
const before: Publishing = (envelope) => {
  const published = first(envelope);
  return published && { ...published, data: { ...published.data, tower } };
};
const now: Publishing = (envelope) => {
  const published = first(envelope);
  return published && { ...published, version: 2, data: { strokes: published.data.times, tower } };
};

describe('a second version of a published event', () => {
  let own: OwnBus;
  let bells: Awaited<ReturnType<typeof openBells>>;
  let owner: INestMicroservice;
  /** The version in which the owner answers. */
  let answered: Publishing;
  let manager: JetStreamManager;
  const started: { stop(): Promise<void> }[] = [];

  beforeEach(async () => {
    own = await startOwnBus();
    bells = await openBells(own.url);
    answered = before;
    owner = await serve([replayHandler(bells, bells.context, (envelope) => answered(envelope))], own.url);
    manager = await bells.bus.jetstreamManager();
    await ensureEventsStream(bells.bus);
    for (const durable_name of [`ringers-${bells.context}`, 'reports'])
      await manager.consumers.add(EVENTS_STREAM, {
        ...{ durable_name, filter_subject: publishedSubjects(bells.context), ack_policy: AckPolicy.Explicit },
        ...{ deliver_policy: DeliverPolicy.All, max_ack_pending: 1_000 },
      });
    await bells.pool.query('create table rings (position bigint primary key, strokes integer not null)');
  });
  afterEach(async () => {
    await stopAll();
    await owner.close();
    await bells.close();
    await own.stop();
  });

  const stopAll = async () => void (await Promise.all(started.splice(0).map((part) => part.stop())));

  function relay(publish: Publishing): void {
    const { store, pool, databaseUrl, bus, context } = bells;
    started.push(startRelay({ store, pool, databaseUrl, bus, context, publish, logger }));
  }

  /** A program that reads only one of the forms. */
  function consume(field: 'times' | 'strokes', refuse: () => void = () => undefined): Consumer {
    const { pool, databaseUrl, bus, calls, context } = bells;
    const running = startConsumer<undefined>({
      ...{ bus, pool, databaseUrl, calls, of: context, by: 'ringers', logger, onPoison: 'pass over', pausesMs: [1] },
      isOther: otherVersionsThan([`repairline.${context}.bell.${field === 'times' ? 'v1' : 'v2'}.bell-rang`]),
      prepare: async () => undefined,
      apply: async (tx, events) => {
        refuse();
        for (const { position, data } of events)
          await tx.query('insert into rings (position, strokes) values ($1, $2)', [position, data[field]]);
      },
    });
    started.push(running);
    return running;
  }

  const rings = async () =>
    (await bells.pool.query<{ strokes: number }>('select strokes from rings order by position')).rows.map(
      ({ strokes }) => strokes,
    );
  const taken = (...strokes: number[]) => until(async () => (await rings()).length === strokes.length);
  const stored = async () => (await manager.streams.info(EVENTS_STREAM)).state.messages;
  /** Everything on the bus has been delivered to the service's consumer. */
  const listening = () =>
    until(async () => {
      const { num_pending, num_ack_pending, num_waiting } = await manager.consumers.info(
        EVENTS_STREAM,
        `ringers-${bells.context}`,
      );
      return num_waiting > 0 && num_pending + num_ack_pending === 0;
    });

  /** Reads and acknowledges as an outside subscriber does. @returns version, position and predecessor of each event */
  async function pull(count: number): Promise<string[]> {
    const consumer = await bells.bus.jetstream().consumers.get(EVENTS_STREAM, 'reports');
    const pulled: string[] = [];
    for await (const message of await consumer.fetch({ max_messages: count, expires: 2_000 })) {
      const { type, position, predecessor } = message.json<CloudEventJson>();
      pulled.push(`${type.split('.')[3]} ${position} after ${predecessor}`);
      await message.ackAck();
    }
    return pulled;
  }

  async function compared() {
    const { store, bus, context } = bells;
    const definitions = eventsOf(context, 'bell', rang);
    const upTo = await store.head();
    return compareCopy({
      store,
      bus,
      context,
      publish: now,
      skipped: new Set(),
      upTo,
      mayBeErased: () => false,
      definitions,
    });
  }

  /** Two rings published by the previous program; the service has taken in both, the subscriber one. */
  async function hasRun(): Promise<void> {
    relay(before);
    consume('times');
    await bells.ring(1, 2);
    await taken(1, 2);
    await until(async () => (await stored()) === 2);
    await listening();
    expect(await pull(1)).toEqual(['v1 1 after 0']);
    await stopAll();
  }

  test('reaches services and subscribers once and in order', async () => {
    await hasRun();
    answered = now;
    const asks = jest.spyOn(bells.calls, 'call');
    consume('strokes');
    await listening();
    const atItsStart = asks.mock.calls.length;
    relay(now);
    await bells.ring(3);
    await bells.oil();
    await bells.ring(4);
    await taken(1, 2, 3, 4);
    expect(await rings()).toEqual([1, 2, 3, 4]);
    expect(asks.mock.calls).toHaveLength(atItsStart);
    expect(await pull(3)).toEqual(['v1 2 after 1', 'v2 3 after 2', 'v2 5 after 3']);
    await listening();
    expect(await compared()).toEqual({ published: 4, repeated: 0, former: 2, findings: [], wrong: [] });
  });

  test('is fetched from the owner by a service that finds only the previous version on the bus', async () => {
    answered = now;
    relay(before);
    consume('strokes');
    await listening();
    await bells.ring(1, 2);
    await taken(1, 2);
    expect(await rings()).toEqual([1, 2]);
  });

  test.each([
    ['that does not know it yet', 'times', now, 'strokes'],
    ['that knows it before its owner does', 'strokes', before, 'times'],
  ] as const)('makes a service %s wait, and no event is skipped', async (_, read, publish, other) => {
    answered = publish;
    relay(publish);
    await bells.ring(1);
    const asks = jest.spyOn(bells.calls, 'call');
    const early = consume(read);
    await until(async () => asks.mock.calls.length > 1);
    expect(await readPosition(bells.pool, bells.context)).toBe(0);
    expect((await early.status()).deadLetters).toBe(0);
    await early.stop();
    consume(other);
    await taken(1);
    expect(await rings()).toEqual([1]);
  });

  test('is the form in which a dead letter of the previous version is retried', async () => {
    relay(before);
    consume('times', () => {
      throw new TypeError('not this one');
    });
    await bells.ring(7);
    await until(async () => (await readPosition(bells.pool, bells.context)) === 1);
    await stopAll();
    expect(await listDeadLetters(bells.pool)).toMatchObject([{ position: 1, state: 'passed over' }]);
    answered = now;
    await retryDeadLetter(bells.pool, consumerFollower(bells.context), 1);
    consume('strokes');
    await taken(7);
    expect(await rings()).toEqual([7]);
    await until(async () => (await listDeadLetters(bells.pool)).length === 0);
  });

  test('is no difference beside its previous version, but false content in the previous version is one', async () => {
    await hasRun();
    const { store, bus, context } = bells;
    const signal = new AbortController().signal;
    await republish({
      store,
      bus,
      context,
      publish: now,
      skipped: new Set(),
      from: 1,
      upTo: await store.head(),
      passed: await store.head(),
      signal,
    });
    expect(await compared()).toEqual({ published: 2, repeated: 2, former: 2, findings: [], wrong: [] });
    const copy = await manager.streams.getMessage(EVENTS_STREAM, { seq: 1 });
    const { data, ...event } = copy.json<CloudEventJson>();
    await bus.jetstream().publish(copy.subject, JSON.stringify({ ...event, data: { ...data, tower: 'south' } }));
    expect((await compared()).findings).toEqual([{ kind: 'different', count: 1, examples: [1] }]);
  });
});
