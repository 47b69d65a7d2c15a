import { randomUUID } from 'node:crypto';
import type { Msg, NatsConnection } from 'nats';
import { z } from 'zod';
import { defineQuery } from '@repairline/contracts/call';
import { startOwnBus } from '@repairline/service-kit/testing/own-bus';
import { connectBus } from '../bus';
import { systemContext } from '../context';
import { natsUrl } from '../testing/fixture';
import type { CallClient } from './call-client';
import { openCallClient } from './open-call-client';

const Spell = defineQuery(
  `test.${randomUUID()}.spell`,
  z.object({ word: z.string() }),
  z.object({ word: z.string() }),
  'services',
);
const context = systemContext('correlation-7');

describe('the reply inbox of a call', () => {
  let bus: NatsConnection;
  let calls: CallClient;
  let close: () => Promise<void>;
  const arrived: Msg[] = [];
  let heard: () => void = () => undefined;

  beforeAll(async () => {
    bus = await connectBus(natsUrl(), 'test');
    bus.subscribe(Spell.subject, { callback: (_, message) => (arrived.push(message), heard()) });
    await bus.flush();
    ({ calls, close } = await openCallClient(natsUrl(), 'test'));
  });
  afterAll(async () => {
    await close();
    await bus.close();
  });
  beforeEach(() => void arrived.splice(0));

  const spell = (word: string, timeoutMs?: number) => calls.call(Spell, { word }, context, { timeoutMs });

  async function request(number: number): Promise<Msg> {
    while (arrived.length < number) await new Promise<void>((resolve) => (heard = resolve));
    return arrived[number - 1] as Msg;
  }

  /** Replies as Nest's server does. @param own false for a packet with another call's id */
  function reply(message: Msg, { isDisposed = true, own = true } = {}): void {
    const { id, data } = message.json<{ id: string; data: { input: { word: string } } }>();
    const packet = { id: own ? id : randomUUID(), response: { ok: true, data: data.input }, isDisposed };
    message.respond(JSON.stringify(packet));
  }

  test('is shared by consecutive calls', async () => {
    for (const [index, word] of ['one', 'two', 'three'].entries()) {
      const spelled = spell(word);
      reply(await request(index + 1));
      await expect(spelled).resolves.toEqual({ word });
    }
    expect(new Set(arrived.map(({ reply: address }) => address)).size).toBe(1);
  });

  test('differs between calls in progress at the same time', async () => {
    const spelled = [spell('one'), spell('two')];
    const second = await request(2);
    reply(second);
    reply(await request(1));
    await expect(Promise.all(spelled)).resolves.toEqual([{ word: 'one' }, { word: 'two' }]);
    expect(arrived[0]?.reply).not.toBe(second.reply);
  });

  test('is not reused after a call has timed out, because its reply may still arrive', async () => {
    await expect(spell('late', 20)).rejects.toMatchObject({ code: 'service_unavailable' });
    const spelled = spell('next');
    const next = await request(2);
    reply(await request(1));
    reply(next);
    await expect(spelled).resolves.toEqual({ word: 'next' });
    expect(next.reply).not.toBe(arrived[0]?.reply);
  });

  test('is not reused while parts of a reply are still to come', async () => {
    const inParts = spell('in parts');
    const first = await request(1);
    reply(first, { isDisposed: false });
    const meanwhile = spell('meanwhile');
    const second = await request(2);
    reply(second);
    await expect(meanwhile).resolves.toEqual({ word: 'meanwhile' });
    reply(first);
    await expect(inParts).resolves.toEqual({ word: 'in parts' });
    expect(second.reply).not.toBe(first.reply);
  });

  test('ignores a packet with the id of another call', async () => {
    const spelled = spell('own');
    const message = await request(1);
    reply(message, { own: false });
    reply(message);
    await expect(spelled).resolves.toEqual({ word: 'own' });
  });

  test('refuses a call whose reply cannot be read', async () => {
    const refused = spell('one', 60_000);
    (await request(1)).respond('no JSON');
    await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});

test('a call is refused at once if the server denies the subscription to its inbox', async () => {
  const noInbox = 'permissions: { publish: ">", subscribe: { deny: "_INBOX.>" } }';
  const bus = await startOwnBus({
    jetStream: false,
    configuration: `authorization { users: [{ user: test, password: secret, ${noInbox} }] }`,
  });
  const { calls, close } = await openCallClient(bus.url.replace('//', '//test:secret@'), 'test');
  try {
    for (const word of ['one', 'two']) {
      const refused = calls.call(Spell, { word }, context, { timeoutMs: 60_000 });
      await expect(refused).rejects.toMatchObject({ code: 'service_unavailable' });
    }
  } finally {
    await close();
    await bus.stop();
  }
});
