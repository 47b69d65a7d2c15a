import type { INestMicroservice } from '@nestjs/common';
import { AckPolicy, DeliverPolicy } from 'nats';
import { EVENTS_STREAM } from '@repairline/contracts/published/published-subjects';
import { until } from '@repairline/service-kit/testing/until';
import type { CloudEvent, CloudEventJson } from './cloud-event';
import { startConsumer, startReaction, type Consumer } from './consuming/consume';
import { ensureEventsStream } from './events-stream';
import { startRelay, type Relay } from './publishing/relay';
import { replayHandler } from './publishing/replay';
import { logger, openBells, publishing, serve } from './testing/fixture';

describe('events', () => {
  let bells: Awaited<ReturnType<typeof openBells>>;
  let owner: INestMicroservice;
  const started: { stop(): Promise<void> }[] = [];

  beforeEach(async () => {
    bells = await openBells();
    owner = await serve([replayHandler(bells, bells.context, publishing)]);
    await bells.pool.query('create table rings (position bigint primary key, times integer not null)');
    await ensureEventsStream(bells.bus);
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((part) => part.stop()));
    await owner.close();
    await bells.close();
  });

  function relay(): Relay {
    const { store, pool, databaseUrl, bus, context } = bells;
    const running = startRelay({ store, pool, databaseUrl, bus, context, publish: publishing, logger });
    started.push(running);
    return running;
  }

  const moves: { after: number; upTo: number }[] = [];

  function consume(apply: () => void = () => undefined): Consumer {
    const { pool, databaseUrl, bus, calls, context } = bells;
    const running = startConsumer<CloudEvent[]>({
      ...{ bus, pool, databaseUrl, calls, of: context, by: 'ringers', logger },
      onPoison: 'stop',
      prepare: async (events) => events,
      apply: async (tx, events) => {
        apply();
        for (const { position, data } of events) {
          await tx.query('insert into rings (position, times) values ($1, $2)', [position, data.times]);
        }
      },
      onMoved: (stretch) => moves.push(stretch),
    });
    started.push(running);
    return running;
  }

  /**
   * Answers each event with its own command: an append under the event's id, outside the transaction of the position.
   */
  function react(afterAppend: () => void = () => undefined): Consumer {
    const { pool, databaseUrl, bus, calls, context, store } = bells;
    const running = startReaction({
      ...{ bus, pool, databaseUrl, calls, of: context, by: 'oilers', logger },
      onPoison: 'stop',
      react: async (events) => {
        for (const { id, data, correlationid: correlationId } of events) {
          const event = { type: 'BellOiled' as const, data: {} };
          await store.append(`oil-${String(data.times)}`, 'any', [{ event }], {
            commandId: id,
            correlationId,
            actor: null,
          });
        }
        afterAppend();
      },
    });
    started.push(running);
    return running;
  }
  const oiled = async (times: number) => (await bells.store.readStream(`oil-${times}`)).length;
  const consumed = async () => {
    const { rows } = await bells.pool.query<{ position: number }>('select position from consumed_positions');
    return rows[0]?.position ?? 0;
  };

  /** What the stream holds of this test's context, oldest first. */
  async function onTheBus(): Promise<CloudEventJson[]> {
    const manager = await bells.bus.jetstreamManager();
    const subject = `repairline.${bells.context}.*.v1.*`;
    const info = await manager.consumers.add(EVENTS_STREAM, {
      ...{ filter_subject: subject, ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.All, mem_storage: true },
      inactive_threshold: 5_000_000_000,
    });
    const consumer = await bells.bus.jetstream().consumers.get(EVENTS_STREAM, info.name);
    const found: CloudEventJson[] = [];
    if (info.num_pending === 0) return found;
    for await (const message of await consumer.fetch({ max_messages: info.num_pending, expires: 2_000 })) {
      found.push(message.json<CloudEventJson>());
    }
    return found;
  }

  const rings = async () =>
    (await bells.pool.query<{ times: number }>('select times from rings order by position')).rows.map(
      ({ times }) => times,
    );
  const relayed = async () => {
    const { rows } = await bells.pool.query<{ position: number }>('select position from relay_cursors');
    return (rows[0]?.position ?? 0) === (await bells.store.head());
  };

  test.each(['{"times":1}', 'ding'])(
    'are consumed although %s, which is no event, is on the bus among them',
    async (told) => {
      const { bus, context } = bells;
      relay();
      consume();
      await bells.ring(1);
      await until(async () => (await rings()).length === 1);
      await bus.jetstream().publish(`repairline.${context}.bell.v1.bell-rang`, told);
      await bells.ring(2);
      await until(async () => (await rings()).length === 2);
      const { consumers } = await bus.jetstreamManager();
      await until(async () => {
        const { num_pending, num_ack_pending } = await consumers.info(EVENTS_STREAM, `ringers-${context}`);
        return num_pending + num_ack_pending === 0;
      });
    },
  );

  test('are published in order, without internal ones, each naming its predecessor', async () => {
    await bells.ring(1);
    await bells.oil();
    await bells.ring(2, 3);
    relay();
    await until(relayed);
    const events = await onTheBus();
    expect(events.map(({ position, predecessor, data }) => [position, predecessor, data])).toEqual([
      ['1', '0', { times: 1 }],
      ['3', '1', { times: 2 }],
      ['4', '3', { times: 3 }],
    ]);
    expect(events[0]).toMatchObject({
      specversion: '1.0',
      source: `/repairline/${bells.context}`,
      type: `repairline.${bells.context}.bell.v1.bell-rang`,
    });
  });

  test('that are published again after a crash before the cursor moved are on the bus once', async () => {
    await bells.ring(1, 2);
    const first = relay();
    await until(relayed);
    await first.stop();
    await bells.pool.query('update relay_cursors set position = 0, predecessor = 0');
    relay();
    await until(relayed);
    expect(await onTheBus()).toHaveLength(2);
  });

  test('continue to be published, each once, after somebody has set the cursor back', async () => {
    await bells.ring(1);
    relay();
    await until(relayed);
    await bells.pool.query('update relay_cursors set position = 0, predecessor = 0');
    await bells.ring(2);
    await until(relayed);
    expect((await onTheBus()).map(({ data }) => data.times)).toEqual([1, 2]);
  });

  test('continue to be published, each once, after the cursor was found beyond the log', async () => {
    await bells.ring(1);
    const first = relay();
    await until(relayed);
    await first.stop();
    await bells.pool.query('update relay_cursors set position = 900');
    await bells.ring(2);
    relay();
    await until(async () => (await onTheBus()).length === 2);
    await bells.ring(3);
    await until(relayed);
    expect((await onTheBus()).map(({ data }) => data.times)).toEqual([1, 2, 3]);
  });

  test.each([0, 2, 999])(
    'name the published event before them after a restart, although position %i was noted as its',
    async (noted) => {
      await bells.ring(1, 2, 3);
      await bells.oil();
      const first = relay();
      await until(relayed);
      await first.stop();
      await bells.pool.query('update relay_cursors set predecessor = $1', [noted]);
      const second = relay();
      await until(async () => (await second.status()).published === 3);
      await bells.ring(5);
      await until(relayed);
      const chain = (await onTheBus()).map(({ position, predecessor }) => [position, predecessor].join(' after '));
      expect(chain).toEqual(['1 after 0', '2 after 1', '3 after 2', '5 after 3']);
    },
  );

  test('reach a consumer once each, including those recorded before it started', async () => {
    await bells.ring(1);
    relay();
    consume();
    await until(async () => (await rings()).length === 1);
    await bells.ring(2, 3);
    await until(async () => (await rings()).length === 3);
    expect(await rings()).toEqual([1, 2, 3]);
  });

  test('are announced as consumed in ranges without gaps, once they are applied', async () => {
    moves.length = 0;
    await bells.ring(1);
    await bells.oil();
    relay();
    consume();
    await until(async () => (await rings()).length === 1);
    await bells.ring(2);
    await until(async () => moves.at(-1)?.upTo === 3);
    expect(await rings()).toEqual([1, 2]);
    expect(moves[0]?.after).toBe(0);
    moves.slice(1).forEach((move, index) => expect(move.after).toBe(moves[index]?.upTo));
  });

  test('that are delivered again are not applied again', async () => {
    const first = consume();
    relay();
    await bells.ring(1, 2);
    await until(async () => (await rings()).length === 2);
    const manager = await bells.bus.jetstreamManager();
    const listening = () => manager.consumers.info(EVENTS_STREAM, `ringers-${bells.context}`);
    await until(() => listening().then(Boolean, () => false));
    await first.stop();
    await manager.consumers.delete(EVENTS_STREAM, `ringers-${bells.context}`);
    consume();
    await bells.ring(3);
    await until(async () => (await rings()).length === 3);
    expect(await rings()).toEqual([1, 2, 3]);
  });

  test('that the bus has lost are fetched from the owner', async () => {
    relay();
    await bells.ring(1);
    await until(relayed);
    consume();
    await until(async () => (await rings()).length === 1);
    // As if the bus had never delivered the second: it is acknowledged there, but without its effect here.
    await bells.ring(2);
    await until(async () => (await rings()).length === 2);
    await bells.pool.query('update consumed_positions set position = 1');
    await bells.pool.query('delete from rings where position > 1');
    await bells.ring(3);
    await until(async () => (await rings()).length === 3);
    expect(await rings()).toEqual([1, 2, 3]);
  });

  test('whose transaction fails are retried and then applied once', async () => {
    let failures = 2;
    consume(() => {
      failures -= 1;
      if (failures >= 0) throw new Error('not yet');
    });
    relay();
    await bells.ring(1, 2);
    await until(async () => (await rings()).length === 2);
    expect(await rings()).toEqual([1, 2]);
    expect(failures).toBeLessThan(0);
  });

  test('cause one command each, even if the reaction crashes before its position moves', async () => {
    let crashes = 2;
    react(() => {
      crashes -= 1;
      if (crashes >= 0) throw new Error('crashed');
    });
    relay();
    await bells.ring(1, 2);
    await until(async () => (await consumed()) >= 2);
    expect(crashes).toBeLessThan(0);
    expect([await oiled(1), await oiled(2)]).toEqual([1, 1]);
  });

  test('that the bus has lost still cause their command, and none causes two after a restart', async () => {
    relay();
    const first = react();
    await bells.ring(1);
    await until(async () => (await oiled(1)) === 1 && (await consumed()) >= 1);
    await first.stop();
    await bells.ring(2);
    const manager = await bells.bus.jetstreamManager();
    await manager.streams.purge(EVENTS_STREAM, { filter: `repairline.${bells.context}.>` });
    await bells.pool.query('update consumed_positions set position = 0');
    react();
    await until(async () => (await oiled(2)) === 1);
    expect([await oiled(1), await oiled(2)]).toEqual([1, 1]);
  });
});
