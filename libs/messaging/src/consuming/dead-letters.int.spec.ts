import type { INestMicroservice } from '@nestjs/common';
import { DomainError } from '@repairline/contracts/domain-error';
import { listDeadLetters, retryDeadLetter, skipDeadLetter, type OnPoison } from '@repairline/event-store/dead-letters';
import { until } from '@repairline/service-kit/testing/until';
import type { CloudEvent } from '../cloud-event';
import { replayHandler } from '../publishing/replay';
import { logger, openBells, publishing, serve } from '../testing/fixture';
import { startConsumer, startReaction, type Consumer } from './consume';
import { readPosition } from './consumed-position';
import { consumerFollower } from './with-dead-letters';

describe('an event that a consumer fails to apply', () => {
  let bells: Awaited<ReturnType<typeof openBells>>;
  let owner: INestMicroservice;
  const started: Consumer[] = [];
  /** How many times each ring is refused, and with which error. */
  let refusals: Map<number, number>;
  let refusal: () => Error;

  beforeEach(async () => {
    bells = await openBells();
    owner = await serve([replayHandler(bells, bells.context, publishing)]);
    await bells.pool.query('create table rings (position bigint primary key, times integer not null)');
    refusals = new Map();
    refusal = () => new TypeError('not this one');
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((part) => part.stop()));
    await owner.close();
    await bells.close();
  });

  function refuse(times: number): void {
    const left = refusals.get(times) ?? 0;
    refusals.set(times, left - 1);
    if (left > 0) throw refusal();
  }

  function consume(onPoison: OnPoison, late?: (event: CloudEvent, signal: AbortSignal) => Promise<void>): Consumer {
    const { pool, databaseUrl, bus, calls, context } = bells;
    const running = startConsumer<undefined>({
      ...{ bus, pool, databaseUrl, calls, of: context, by: 'ringers', logger, onPoison, pausesMs: [1, 1] },
      prepare: async () => undefined,
      apply: async (tx, events) => {
        for (const { position, data } of events) {
          refuse(Number(data.times));
          await tx.query('insert into rings (position, times) values ($1, $2)', [position, data.times]);
        }
      },
      ...(late && { late }),
    });
    started.push(running);
    return running;
  }

  const rings = async () =>
    (await bells.pool.query<{ times: number }>('select times from rings order by position')).rows.map(
      ({ times }) => times,
    );
  const letters = () => listDeadLetters(bells.pool);
  const retry = () => retryDeadLetter(bells.pool, consumerFollower(bells.context), 2);
  const skip = () => skipDeadLetter(bells.pool, consumerFollower(bells.context), 2, 'Ada');
  const reached = () => readPosition(bells.pool, bells.context);
  const detail = async (consumer: Consumer) => (await consumer.health()).detail;

  test('is applied once a retry succeeds, and is no dead letter', async () => {
    refusals.set(2, 2);
    await bells.ring(1, 2, 3);
    consume('stop');
    await until(async () => (await rings()).length === 3);
    expect(await letters()).toEqual([]);
  });

  test('stops a consumer that declares stop, is kept as a dead letter, and shows in health', async () => {
    refusals.set(2, 100);
    await bells.ring(1, 2, 3);
    const consumer = consume('stop');
    await until(async () => (await letters()).length === 1);
    expect(await letters()).toMatchObject([
      { follower: `from-${bells.context}`, position: 2, error: 'TypeError', tries: 3, state: 'stopped' },
    ]);
    expect([await rings(), await reached()]).toEqual([[1], 1]);
    expect(await detail(consumer)).toMatchObject({ position: 1, stopped: 2, deadLetters: 1 });
  });

  test('is retried on request, and the events behind it follow', async () => {
    refusals.set(2, 100);
    await bells.ring(1, 2, 3);
    const consumer = consume('stop');
    await until(async () => (await letters()).length === 1);
    refusals.clear();
    expect(await retry()).toBe('nothing');
    await until(async () => (await rings()).length === 3 && (await letters()).length === 0);
    expect(await rings()).toEqual([1, 2, 3]);
    expect(await detail(consumer)).toMatchObject({ stopped: null, deadLetters: 0 });
    expect(await retry()).toBeUndefined();
  });

  test('is retried when the service starts again', async () => {
    refusals.set(1, 100);
    await bells.ring(1);
    const first = consume('stop');
    await until(async () => (await letters()).length === 1);
    await first.stop();
    refusals.clear();
    consume('stop');
    await until(async () => (await rings()).length === 1 && (await letters()).length === 0);
  });

  test('is skipped on request, also after a restart', async () => {
    refusals.set(2, 100);
    await bells.ring(1, 2, 3);
    const first = consume('stop');
    await until(async () => (await letters()).length === 1);
    expect(await skip()).toBe(true);
    await until(async () => (await reached()) === 3);
    await first.stop();
    refusals.clear();
    await bells.ring(4);
    consume('stop');
    await until(async () => (await rings()).includes(4) || (await reached()) === 4);
    expect(await rings()).toEqual([1, 3, 4]);
    expect(await letters()).toMatchObject([{ position: 2, state: 'skipped' }]);
  });

  test('is passed over by a consumer that declares so, and is applied later on request', async () => {
    refusals.set(2, 100);
    await bells.ring(1, 2, 3);
    const consumer = consume('pass over');
    await until(async () => (await reached()) === 3);
    expect(await rings()).toEqual([1, 3]);
    expect(await detail(consumer)).toMatchObject({ stopped: null, deadLetters: 1 });
    await retry();
    await until(async () => (await letters())[0]?.tries === 4);
    expect(await letters()).toMatchObject([{ state: 'passed over' }]);
    refusals.clear();
    await retry();
    await until(async () => (await letters()).length === 0);
    expect([await rings(), await reached()]).toEqual([[1, 2, 3], 3]);
  });

  test('is handed to a consumer’s own handler for late events when it is retried after later ones', async () => {
    refusals.set(2, 100);
    await bells.ring(1, 2, 3);
    const wanted: number[] = [];
    const first = consume('stop');
    await until(async () => (await letters()).length === 1);
    await skip();
    await until(async () => (await reached()) === 3);
    await first.stop();
    refusals.clear();
    await retry();
    consume('stop', async ({ position }) => void wanted.push(position));
    await until(async () => (await letters()).length === 0);
    expect([wanted, await rings()]).toEqual([[2], [1, 3]]);
  });

  test('stays marked for a retry when the consumer is stopped during that retry', async () => {
    refusals.set(2, 100);
    await bells.ring(1, 2, 3);
    const first = consume('pass over');
    await until(async () => (await reached()) === 3);
    await first.stop();
    await retry();
    let isAsked = false;
    const second = consume('pass over', (_event, signal) => {
      isAsked = true;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new TypeError('aborted'))));
    });
    await until(async () => isAsked);
    await second.stop();
    expect(await letters()).toMatchObject([{ position: 2, state: 'retrying' }]);
  });

  test('because another service is unavailable is retried until that is back, and is no dead letter', async () => {
    refusal = () => new DomainError({ code: 'service_unavailable', message: 'away' });
    refusals.set(1, 6);
    await bells.ring(1);
    consume('pass over');
    await until(async () => (await rings()).length === 1);
    expect(await letters()).toEqual([]);
  });

  test('stops a reaction too, and causes exactly one command when it is retried', async () => {
    const { pool, databaseUrl, bus, calls, context, store } = bells;
    refusals.set(2, 100);
    await bells.ring(1, 2, 3);
    const react = async (events: CloudEvent[]) => {
      for (const { id, data, correlationid: correlationId } of events) {
        refuse(Number(data.times));
        const event = { type: 'BellOiled' as const, data: {} };
        await store.append(`oil-${String(data.times)}`, 'any', [{ event }], {
          commandId: id,
          correlationId,
          actor: null,
        });
      }
    };
    const source = { bus, pool, databaseUrl, calls, of: context, by: 'oilers', logger };
    started.push(startReaction({ ...source, onPoison: 'stop', pausesMs: [1], react }));
    const oiled = async (times: number) => (await store.readStream(`oil-${times}`)).length;
    await until(async () => (await letters()).length === 1);
    expect([await oiled(1), await oiled(2), await oiled(3)]).toEqual([1, 0, 0]);
    refusals.clear();
    await retry();
    await until(async () => (await oiled(3)) === 1);
    expect([await oiled(1), await oiled(2), await oiled(3)]).toEqual([1, 1, 1]);
  });
});
