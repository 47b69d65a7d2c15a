import { EVENTS_STREAM } from '@repairline/contracts/published/published-subjects';
import { whileNobodyLeads } from '@repairline/postgres/leadership';
import { startOwnBus, type OwnBus } from '@repairline/service-kit/testing/own-bus';
import { until } from '@repairline/service-kit/testing/until';
import { logger, openBells, publishing, type BellEvent } from '../testing/fixture';
import { compareCopy, type CopyOptions } from './compare-copy';
import { endOfLostCopy } from './lost-events';
import { relayRole, startRelay, type Relay } from './relay';
import { removeCopies, republish } from './republish';

describe('the copy of a log on the bus', () => {
  let own: OwnBus;
  let bells: Awaited<ReturnType<typeof openBells>>;
  const relays: Relay[] = [];
  beforeEach(async () => {
    own = await startOwnBus();
    bells = await openBells(own.url);
    await bells.ring(1, 2);
    await bells.oil();
    await bells.ring(3);
  });
  afterEach(async () => {
    await Promise.all(relays.splice(0).map((relay) => relay.stop()));
    await bells.close();
    await own.stop();
  });

  function relay(lookEveryMs?: number): Relay {
    const { store, pool, databaseUrl, bus, context } = bells;
    const running = startRelay({ store, pool, databaseUrl, bus, context, publish: publishing, logger, lookEveryMs });
    relays.push(running);
    return running;
  }
  const stream = async () => (await bells.bus.jetstreamManager()).streams;
  /** Undefined while there is no stream or no bus. */
  const stored = () =>
    stream()
      .then((streams) => streams.info(EVENTS_STREAM))
      .then(({ state }) => state.messages)
      .catch(() => undefined);
  const compared = async (options: Partial<CopyOptions<BellEvent>> = {}) => {
    const { store, bus, context } = bells;
    return compareCopy({
      store,
      bus,
      context,
      publish: publishing,
      skipped: new Set(),
      upTo: await store.head(),
      mayBeErased: () => false,
      ...options,
    });
  };
  /** Resolves when the relay has asked that many times more for the last event on the stream, as each look does. */
  async function looks(more: number): Promise<void> {
    const asked = bells.bus.subscribe(`$JS.API.STREAM.MSG.GET.${EVENTS_STREAM}`);
    await until(async () => asked.getReceived() >= more);
    asked.unsubscribe();
  }
  const complete = { published: 3, repeated: 0, former: 0, findings: [], wrong: [] };
  const publishedAll = async () => until(async () => (await stored()) === 3);

  test('is published again when the stream is deleted, even without a new event', async () => {
    relay(20);
    await publishedAll();
    await (await stream()).delete(EVENTS_STREAM);
    await publishedAll();
    expect(await compared()).toEqual(complete);
  });

  test.each([
    ['by the relay', 0],
    // The event that reveals the loss comes before all others there, and once more in its place.
    ['by another service', 1],
  ] as const)(
    'is published again when the stream is deleted and recreated %s with the next event',
    async (by, repeated) => {
      relay(60_000);
      await publishedAll();
      const streams = await stream();
      const { config } = await streams.info(EVENTS_STREAM);
      await streams.delete(EVENTS_STREAM);
      if (by === 'by another service') await streams.add(config);
      await bells.ring(4);
      await until(async () => (await stored()) === 4 + repeated);
      expect(await compared()).toEqual({ ...complete, published: 4, repeated });
      // If the copy seemed to end earlier, the next check would report a loss again.
      const { bus, context, store } = bells;
      expect(await endOfLostCopy(bus, context, await store.head())).toBeNull();
    },
  );

  test('is published again after a recreation by another service, by a relay that has published nothing since', async () => {
    const first = relay(60_000);
    await publishedAll();
    await first.stop();
    const began = jest.spyOn(bells.store, 'subscribe');
    relay(60_000);
    await until(async () => began.mock.calls.length > 0);
    const streams = await stream();
    const { config } = await streams.info(EVENTS_STREAM);
    await streams.delete(EVENTS_STREAM);
    await streams.add(config);
    await bells.ring(4);
    await until(async () => (await stored()) === 5);
    expect(await compared()).toEqual({ ...complete, published: 4, repeated: 1 });
  });

  test('is compared to its end even if the stream is purged while it is read', async () => {
    relay(60_000);
    await publishedAll();
    const client = bells.bus.jetstream();
    const get = client.consumers.get.bind(client.consumers);
    jest.spyOn(client.consumers, 'get').mockImplementationOnce(async (...which) => {
      const reader = await get(...which);
      await (await stream()).purge(EVENTS_STREAM);
      return reader;
    });
    jest.spyOn(bells.bus, 'jetstream').mockReturnValueOnce(client);
    expect((await compared()).findings).toMatchObject([{ kind: 'missing', count: 3 }]);
  }, 15_000);

  test.each([
    ['all but the last event', 4, async () => (await stream()).purge(EVENTS_STREAM, { keep: 1 })],
    ['one in the middle', 5, async () => (await stream()).deleteMessage(EVENTS_STREAM, 2)],
  ] as const)('is published again when somebody has removed %s', async (_what, messages, remove) => {
    relay(20);
    await publishedAll();
    await remove();
    await until(async () => (await stored()) === messages);
    expect(await compared()).toEqual({ ...complete, repeated: messages - 3 });
  });

  test('is published again when the bus comes back without its storage', async () => {
    relay();
    await publishedAll();
    await own.stop();
    const fresh = await startOwnBus({ port: own.port });
    own = fresh;
    await publishedAll();
    expect(await compared()).toEqual(complete);
  });

  test('is completed by the next relay when the stream has lost its last event', async () => {
    const first = relay();
    await publishedAll();
    await first.stop();
    await (await stream()).deleteMessage(EVENTS_STREAM, 3);
    expect((await compared()).findings).toEqual([{ kind: 'missing', count: 1, examples: [4] }]);
    relay();
    // For a deleted last message a server may answer that there is none: then all are published again.
    await until(async () => (await compared()).findings.length === 0);
  });

  test('is not published again, then or later, when the stream has limits and has dropped events', async () => {
    const first = relay();
    await publishedAll();
    await first.stop();
    const streams = await stream();
    const lastSequence = async () => (await streams.info(EVENTS_STREAM)).state.last_seq;
    await streams.update(EVENTS_STREAM, { max_msgs: 2 });
    await streams.purge(EVENTS_STREAM);
    relay(10);
    // The third is one too many for the stream, which then drops one under a running relay.
    await bells.ring(4, 5, 6);
    await until(async () => (await lastSequence()) >= 6);
    await looks(5);
    await bells.ring(7);
    // Events are published in order: what was published again would come before this one.
    const last = async () =>
      (await streams.getMessage(EVENTS_STREAM, { last_by_subj: ringing() })).json<{ data: { times: number } }>();
    await until(async () => (await last()).data.times === 7);
    expect((await streams.info(EVENTS_STREAM)).state).toMatchObject({ messages: 2, last_seq: 7 });
  });

  const ringing = () => `repairline.${bells.context}.bell.v1.bell-rang`;
  const publish = (event: object | string, subject = ringing()) =>
    bells.bus.jetstream().publish(subject, typeof event === 'string' ? event : JSON.stringify(event));

  test('is reported to have missing, extra or different events', async () => {
    relay();
    await publishedAll();
    const manager = await stream();
    const last = await manager.getMessage(EVENTS_STREAM, { seq: 3 });
    await manager.deleteMessage(EVENTS_STREAM, 2);
    const { position, ...rest } = last.json<Record<string, unknown>>();
    await publish({ ...rest, position: '3' });
    await publish({ ...rest, position: '999999' });
    // The same twice: each of them is wrong.
    for (let times = 0; times < 2; times += 1) await publish({ ...rest, position, data: { times: 77 } });
    const found = await compared();
    expect(found.findings).toEqual([
      { kind: 'missing', count: 1, examples: [2] },
      { kind: 'extra', count: 2, examples: [3, 999_999] },
      { kind: 'different', count: 1, examples: [4] },
    ]);
    expect(found.wrong).toEqual([
      { kind: 'different', position: 4, sequence: 6 },
      { kind: 'different', position: 4, sequence: 7 },
      { kind: 'extra', position: 3, sequence: 4 },
      { kind: 'extra', position: 999_999, sequence: 5 },
    ]);
    const ofErased = await compared({ mayBeErased: () => true });
    expect(ofErased.findings.map(({ kind }) => kind)).toEqual(['missing', 'extra']);
  });

  test('is not reported to have extra events when one is published and the cursor has not moved yet', async () => {
    relay();
    await publishedAll();
    expect((await compared({ upTo: 2 })).findings).toEqual([]);
  });

  test.each(['{"times":1}', 'ding'])(
    'is continued although the stream contains %s, which is no event, and that is reported',
    async (told) => {
      const first = relay();
      await publishedAll();
      await first.stop();
      await publish(told);
      const unreadable = {
        findings: [{ kind: 'unreadable', count: 1, examples: [4] }],
        wrong: [{ kind: 'unreadable', position: 0, sequence: 4 }],
      };
      expect(await compared()).toEqual({ ...complete, ...unreadable });
      relay();
      await bells.ring(4);
      await until(async () => (await stored()) === 5);
      expect(await compared()).toEqual({ ...complete, ...unreadable, published: 4 });
    },
  );

  test('is reported to have an event on the subject of another one', async () => {
    relay();
    await publishedAll();
    const last = await (await stream()).getMessage(EVENTS_STREAM, { seq: 3 });
    await publish(last.json<object>(), `repairline.${bells.context}.bell.v1.bell-broke`);
    expect((await compared()).findings).toEqual([{ kind: 'unreadable', count: 1, examples: [4] }]);
  });

  test('is not published again when messages are removed while the relay rests', async () => {
    relay(20);
    await publishedAll();
    await publish('ding');
    await bells.ring(4);
    await until(async () => (await stored()) === 5);
    const sequences = (await compared()).wrong.map(({ sequence }) => sequence);
    const { pool, bus, context } = bells;
    await whileNobodyLeads(pool, relayRole(context), () => removeCopies(bus, sequences));
    await looks(5);
    expect(await stored()).toBe(4);
    expect(await compared()).toEqual({ ...complete, published: 4 });
  });

  test('is complete after a replay of a range and after a replay from the first event', async () => {
    const first = relay();
    await publishedAll();
    await first.stop();
    const { store, bus, context } = bells;
    const again = async (from: number) => {
      const signal = new AbortController().signal;
      return republish({
        store,
        bus,
        context,
        publish: publishing,
        skipped: new Set(),
        from,
        upTo: await store.head(),
        passed: await store.head(),
        signal,
      });
    };
    expect(await again(2)).toBe(2);
    expect(await compared()).toEqual({ ...complete, repeated: 2 });
    await (await stream()).purge(EVENTS_STREAM);
    expect(await again(1)).toBe(3);
    expect(await compared()).toEqual(complete);
  });
});
