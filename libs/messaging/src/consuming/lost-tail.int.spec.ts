import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestMicroservice } from '@nestjs/common';
import { AckPolicy } from 'nats';
import { EVENTS_STREAM } from '@repairline/contracts/published/published-subjects';
import { startOwnBus, type OwnBus } from '@repairline/service-kit/testing/own-bus';
import { until } from '@repairline/service-kit/testing/until';
import { whenBack } from '../bus';
import type { CloudEvent, CloudEventJson } from '../cloud-event';
import { rewindConsumers } from '../events-stream';
import { startRelay } from '../publishing/relay';
import { replayHandler } from '../publishing/replay';
import { logger, openBells, publishing, serve } from '../testing/fixture';
import { startConsumer } from './consume';

/** A power cut: the bus knows what its consumers were given last, but has no longer what that was. */
describe('a bus that has lost the last events it had delivered', () => {
  const store = mkdtempSync(join(tmpdir(), 'repairline-lost-'));
  const messages = join(store, 'jetstream', '$G', 'streams', EVENTS_STREAM, 'msgs');
  const earlier = join(store, 'earlier');
  let own: OwnBus;
  let owner: INestMicroservice;
  let bells: Awaited<ReturnType<typeof openBells>>;
  const seen: unknown[] = [];
  const parts: { stop(): Promise<void> }[] = [];
  const startParts = () => {
    const { pool, databaseUrl, bus, calls, context, store: log } = bells;
    const source = { bus, pool, databaseUrl, logger };
    const apply = async (_tx: unknown, events: CloudEvent[]) => void seen.push(...events.map(({ data }) => data.times));
    parts.push(
      startRelay({ ...source, store: log, context, publish: publishing }),
      startConsumer({
        ...{ ...source, calls, of: context, by: 'ringers', onPoison: 'stop', prepare: async () => undefined, apply },
      }),
    );
  };
  const stopParts = () => Promise.all(parts.splice(0).map((part) => part.stop()));
  const restartBus = async (whileDown: () => void) => {
    await own.stop('TERM');
    whileDown();
    const isBack = new Promise<void>((resolve) => whenBack(bells.bus, resolve, AbortSignal.timeout(30_000)));
    own = await startOwnBus({ store, port: own.port });
    await isBack;
  };

  beforeEach(async () => {
    seen.splice(0);
    own = await startOwnBus({ store });
    bells = await openBells(own.url);
    owner = await serve([replayHandler(bells, bells.context, publishing)], own.url);
    startParts();
    await bells.ring(1);
    await until(async () => seen.length === 1 && (await stored()) === 1);
  });
  const stored = async () => (await (await bells.bus.jetstreamManager()).streams.info(EVENTS_STREAM)).state.messages;
  afterEach(async () => {
    await stopParts();
    await owner.close();
    await bells.close();
    await own.stop();
    rmSync(join(store, 'jetstream'), { recursive: true });
  });

  /** Loses what was published after `earlier` was kept. */
  const loseTail = () => {
    rmSync(messages, { recursive: true });
    cpSync(earlier, messages, { recursive: true });
  };

  test('delivers each new one to the services that follow', async () => {
    await restartBus(() => cpSync(messages, earlier, { recursive: true }));
    await bells.ring(2, 3, 4);
    await until(async () => seen.length === 4);
    await restartBus(loseTail);
    await bells.ring(5);
    await until(async () => seen.length === 5);
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  test('delivers every event again to a subscriber, once the operator has looked at it', async () => {
    const manager = await bells.bus.jetstreamManager();
    await manager.consumers.add(EVENTS_STREAM, { durable_name: 'reports', ack_policy: AckPolicy.Explicit });
    const take = async (count: number) => {
      const consumer = await bells.bus.jetstream().consumers.get(EVENTS_STREAM, 'reports');
      const taken: unknown[] = [];
      for await (const message of await consumer.fetch({ max_messages: count, expires: 10_000 })) {
        taken.push(message.json<CloudEvent>().data.times);
        await message.ackAck();
      }
      return taken;
    };
    expect(await take(1)).toEqual([1]);
    await restartBus(() => cpSync(messages, earlier, { recursive: true }));
    await bells.ring(2, 3);
    expect(await take(2)).toEqual([2, 3]);
    await stopParts();
    await restartBus(loseTail);
    expect(await rewindConsumers(bells.bus)).toContain('reports');
    expect(await rewindConsumers(bells.bus)).toEqual([]);
    startParts();
    await bells.ring(4);
    expect(await take(4)).toEqual([1, 2, 3, 4]);
  });

  test('may deliver those of another context, which are not taken in', async () => {
    const { bus, context } = bells;
    const [subject, other] = [context, 'other'].map((of) => `repairline.${of}.bell.v1.bell-rang`);
    const { streams } = await bus.jetstreamManager();
    const message = (await streams.getMessage(EVENTS_STREAM, { seq: 1 })).json<CloudEventJson>();
    await bus.jetstream().publish(String(subject), JSON.stringify({ ...message, type: other, position: '99' }));
    await bells.ring(2);
    await until(async () => seen.length === 2);
    expect(seen).toEqual([1, 2]);
  });
});
