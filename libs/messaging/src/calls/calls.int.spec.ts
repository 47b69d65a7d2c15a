import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { INestMicroservice } from '@nestjs/common';
import { createInbox } from 'nats';
import { z } from 'zod';
import { defineCommand, defineQuery } from '@repairline/contracts/call';
import { DomainError, isAway } from '@repairline/contracts/domain-error';
import { UnreadableEvent } from '@repairline/event-store/unreadable-event';
import { correlation } from '@repairline/service-kit/logger';
import { natsOptions } from '@repairline/service-kit/bus/nats-options';
import { startOwnBus } from '@repairline/service-kit/testing/own-bus';
import { connectBus } from '../bus';
import { recordedBy, requireAdmin, systemContext } from '../context';
import { natsUrl, serve } from '../testing/fixture';
import type { CallClient } from './call-client';
import { openCallClient } from './open-call-client';
import { answer } from './serve-calls';

const unique = randomUUID();
const Greet = defineQuery(
  `test.${unique}.greet`,
  z.object({ name: z.string().trim().min(1, 'Say a name') }),
  z.object({ text: z.string() }),
  'services',
);
const Refuse = defineCommand(`test.${unique}.refuse`, z.object({}), z.object({}), 'services');
const Break = defineCommand(`test.${unique}.break`, z.object({}), z.object({}), 'services');
const Store = defineCommand(`test.${unique}.store`, z.object({}), z.object({}), 'services');
const Unread = defineCommand(`test.${unique}.unread`, z.object({}), z.object({}), 'services');
const Whisper = defineQuery(
  `test.${unique}.whisper`,
  z.object({}),
  z.object({ correlationId: z.string().optional() }),
  'services',
);
const Name = defineQuery(`test.${unique}.name`, z.object({}), z.object({ recorded: z.unknown() }), 'services');
const Long = defineQuery(
  `test.${unique}.long`,
  z.object({ characters: z.number() }),
  z.object({ text: z.string() }),
  'services',
);
const Counted = defineQuery(`test.${unique}.counted`, z.object({}), z.object({ written: z.number() }), 'services');
const Admins = defineCommand(`test.${unique}.admins`, z.object({}), z.object({}), 'services');
const Nobody = defineCommand(`test.${unique}.nobody`, z.object({}), z.object({}), 'services');
const Late = defineCommand(`test.${unique}.late`, z.object({}), z.object({ was: z.string() }), 'services');
const Slow = defineQuery(`test.${unique}.slow`, z.object({}), z.object({}), 'services');

describe('calls', () => {
  let service: INestMicroservice;
  let calls: CallClient;
  let close: () => Promise<void>;
  const context = systemContext('correlation-7');
  const slow = Promise.withResolvers<Record<string, never>>();
  const undo: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    service = await serve([
      answer(Greet, async ({ name }) => ({ text: `Hello ${name}` })),
      answer(Refuse, async () => {
        throw new DomainError({
          code: 'device_exists',
          message: 'It is here already',
          details: { device: { id: '1' } },
        });
      }),
      answer(Break, async () => {
        throw new Error('secret inside');
      }),
      answer(Store, async () => {
        throw Object.assign(new Error('secret disk is full'), { code: '53100' });
      }),
      answer(Unread, async () => {
        const event = { id: 'an-id', type: 'BellCracked', version: 2, data: {} };
        throw new UnreadableEvent(event, new Error('secret inside'));
      }),
      answer(Whisper, async () => ({ correlationId: correlation.id() })),
      answer(Name, async (_, { ...given }) => ({ recorded: recordedBy(given).actor })),
      answer(Long, async ({ characters }) => ({ text: 'é"\n'.repeat(characters / 3) })),
      answer(Counted, async () => {
        let written = 0;
        return { written: 0, toJSON: () => ({ written: (written += 1) }) };
      }),
      answer(Admins, async (_, { actor, ...rest }) => {
        requireAdmin({ actor, ...rest });
        return {};
      }),
      answer(Slow, () => slow.promise),
    ]);
    ({ calls, close } = await openCallClient(natsUrl(), 'test'));
  });
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });
  afterAll(async () => {
    slow.resolve({});
    await close();
    await service.close();
  });

  test('arrive with their input parsed by the contract', async () => {
    await expect(calls.call(Greet, { name: '  Ada ' }, context)).resolves.toEqual({ text: 'Hello Ada' });
  });

  test('have their reply serialized once', async () => {
    await expect(calls.call(Counted, {}, context)).resolves.toEqual({ written: 1 });
  });

  test('with invalid input are refused with the field and its message', async () => {
    const refusal = {
      code: 'validation_failed',
      message: 'Say a name',
      issues: [{ path: 'name', message: 'Say a name' }],
    };
    await expect(calls.call(Greet, { name: ' ' }, context)).rejects.toMatchObject(refusal);
  });

  test('reject with the DomainError that their handler threw', async () => {
    const error = await calls.call(Refuse, {}, context).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({
      code: 'device_exists',
      message: 'It is here already',
      details: { device: { id: '1' } },
    });
  });

  test('that fail unexpectedly reject with the code internal and reveal nothing of the error', async () => {
    const error = await calls.call(Break, {}, context).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'internal' });
    expect(String(error)).not.toContain('secret');
  });

  test('that fail because the store is unavailable reject with store_unavailable, a temporary error', async () => {
    const error = await calls.call(Store, {}, context).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'store_unavailable' });
    expect(isAway(error)).toBe(true);
    expect(String(error)).not.toContain('secret');
  });

  test('that fail at an event that cannot be read say that another try is in vain, and nothing of the event', async () => {
    const error = await calls.call(Unread, {}, context).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'internal', message: expect.stringContaining('cannot be read') as string });
    expect(String(error)).toContain('tell an Admin');
    expect(String(error)).not.toMatch(/try again|secret|BellCracked/u);
  });

  test('run under the correlation id of the caller', async () => {
    await expect(calls.call(Whisper, {}, context)).resolves.toEqual({ correlationId: 'correlation-7' });
  });

  test('carry the actor and the token id that are recorded with events', async () => {
    const actor = { userId: '1', name: 'Mia', role: 'Member' as const, tokenId: 'token-7' };
    const { recorded } = await calls.call(Name, {}, { ...context, actor });
    expect(recorded).toEqual({ userId: '1', name: 'Mia', tokenId: 'token-7' });
  });

  test('can have a reply larger than one message', async () => {
    const { text } = await calls.call(Long, { characters: 3_000_000 }, context);
    expect(text).toBe('é"\n'.repeat(1_000_000));
  });

  test('for Admins are refused by the service itself to Members and anonymous callers', async () => {
    const member = { userId: '1', name: 'Mia', role: 'Member' as const };
    await expect(calls.call(Admins, {}, context)).rejects.toMatchObject({ code: 'not_signed_in' });
    await expect(calls.call(Admins, {}, { ...context, actor: member })).rejects.toMatchObject({ code: 'admin_only' });
    await expect(calls.call(Admins, {}, { ...context, actor: { ...member, role: 'Admin' } })).resolves.toEqual({});
  });

  test('that no service receives, or answers in time, reject with service_unavailable', async () => {
    await expect(calls.call(Nobody, {}, context)).rejects.toMatchObject({ code: 'service_unavailable' });
    await expect(calls.call(Nobody, {}, context, { nobodyListensMs: 0 })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await expect(calls.call(Slow, {}, context, { timeoutMs: 50 })).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  test('reach a service that begins to listen a moment later', async () => {
    const asked = calls.call(Late, {}, context, { nobodyListensMs: 10_000 });
    const late = await serve([answer(Late, async () => ({ was: 'late' }))]);
    await expect(asked).resolves.toEqual({ was: 'late' });
    await late.close();
  });

  describe('to a service that stops', () => {
    test('are answered if they had begun', async () => {
      const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const stopping = await serve([
        answer(Late, async () => {
          begun.resolve();
          await end.promise;
          return { was: 'late' };
        }),
      ]);
      const asked = calls.call(Late, {}, context);
      await begun.promise;
      const stopped = stopping.close();
      await calls.call(Greet, { name: 'Ada' }, context);
      end.resolve();
      await expect(asked).resolves.toEqual({ was: 'late' });
      await stopped;
    });

    test('are answered if they were on their way to it', async () => {
      expect.hasAssertions();
      const bus = await connectBus(natsUrl(), 'test');
      undo.push(() => bus.close());
      const stopping = await serve([answer(Late, async () => ({ was: 'late' }))]);
      const inbox = createInbox();
      const replies = bus.subscribe(inbox, { max: 1, timeout: 5_000 });
      await bus.flush();
      const packet = JSON.stringify({ id: randomUUID(), pattern: Late.subject, data: { context, input: {} } });
      publishWhileBlocked(Late.subject, packet, inbox);
      await stopping.close();
      for await (const reply of replies)
        expect(reply.json()).toMatchObject({ response: { ok: true, data: { was: 'late' } } });
    });
  });

  describe('while the connection to the bus is down', () => {
    test('wait for it to return, until their timeout', async () => {
      const bus = await startOwnBus({ jetStream: false });
      const client = await openCallClient(bus.url, 'test');
      undo.push(client.close);
      await bus.stop();
      await expect(client.calls.call(Late, {}, context, { timeoutMs: 100 })).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      const asked = client.calls.call(Late, {}, context, { timeoutMs: 10_000, nobodyListensMs: 10_000 });
      const fresh = await startOwnBus({ jetStream: false, port: bus.port });
      undo.unshift(fresh.stop);
      const late = await serve([answer(Late, async () => ({ was: 'late' }))], fresh.url);
      undo.push(() => late.close());
      await expect(asked).resolves.toEqual({ was: 'late' });
    });
  });
});

/**
 * Publishes from another process and blocks this one until then, so that the message waits unread in its sockets. Only
 * the answer to the second flush says so: the server passes a message on after it has read all that came with it.
 */
function publishWhileBlocked(subject: string, packet: string, reply: string): void {
  const publish = `
    const [nats, options, subject, packet, reply] = process.argv.slice(1);
    require(nats).connect(JSON.parse(options)).then(async (bus) => {
      bus.publish(subject, packet, { reply });
      await bus.flush();
      await bus.flush();
      await bus.close();
    });`;
  const options = JSON.stringify(natsOptions(natsUrl(), 'test'));
  execFileSync(process.execPath, ['-e', publish, require.resolve('nats'), options, subject, packet, reply]);
}
