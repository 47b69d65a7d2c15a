import { randomUUID } from 'node:crypto';
import { Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { z } from 'zod';
import { defineEvent, type EventOf } from '@repairline/contracts/event';
import { createEventRegistry } from '@repairline/event-store/event-registry';
import type { EventStore } from '@repairline/event-store/event-store';
import { openPostgresKeyring } from '@repairline/event-store/personal-data/postgres-keyring';
import { createPostgresEventStore } from '@repairline/event-store/postgres/postgres-event-store';
import { callServer } from '@repairline/service-kit/bus/call-server';
import { createPool } from '@repairline/postgres/pool';
import { createLogger } from '@repairline/service-kit/logger';
import { createTestDatabase } from '@repairline/postgres/testing/test-database';
import { connectBus } from '../bus';
import { openCallClient } from '../calls/open-call-client';
import { callController, type CallHandler } from '../calls/serve-calls';
import type { Publishing } from '../cloud-event';

export const logger = createLogger('test', 'silent');

export function natsUrl(): string {
  const url = process.env.TEST_NATS_URL;
  if (!url) throw new Error('TEST_NATS_URL is not set: run these tests with `npm run test:int`');
  return url;
}

/** A Nest microservice that answers with the handlers, as the product's services do. */
export async function serve(handlers: CallHandler[], url = natsUrl()): Promise<INestMicroservice> {
  class Calls {}
  Module({ controllers: [callController(handlers, logger)] })(Calls);
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(Calls, {
    ...callServer(url, 'test'),
    logger: false,
  });
  await app.listen();
  return app;
}

const bellRang = defineEvent('BellRang', 1, z.object({ times: z.number() }), { published: { inside: 'a sample' } });
const bellOiled = defineEvent('BellOiled', 1, z.object({}), { published: { inside: 'a sample' } });
export type BellEvent = EventOf<typeof bellRang> | EventOf<typeof bellOiled>;

/** Rings are published, oiling is not. */
export const publishing: Publishing = ({ event }) =>
  event.type === 'BellRang'
    ? { aggregate: 'bell', event: 'bell-rang', version: 1, data: { ...(event.data as object) } }
    : null;

/** A log of bells with all that a relay and a consumer need; its context has a new name, so that tests share a bus. */
export async function openBells(busUrl = natsUrl()) {
  const context = `bells${randomUUID().slice(0, 8)}`;
  const database = await createTestDatabase('repairs');
  const pool = createPool(database.url, context, 6);
  const keyring = await openPostgresKeyring({ pool, connectionString: database.url, dataKey: Buffer.alloc(32, 7) });
  const shared = { pool, connectionString: database.url, keyring };
  const store = createPostgresEventStore<BellEvent>({
    ...shared,
    registry: createEventRegistry([bellRang, bellOiled]),
  });
  const laterRegistry = createEventRegistry([{ ...bellRang, version: 2 }, bellOiled]);
  const laterStore = createPostgresEventStore<BellEvent>({ ...shared, registry: laterRegistry });

  async function ringIn(log: EventStore<BellEvent>, times: number[]): Promise<void> {
    const events = times.map((count) => ({ event: { type: 'BellRang' as const, data: { times: count } } }));
    await log.append(`bell-${randomUUID()}`, 0, events, {
      commandId: randomUUID(),
      correlationId: 'test',
      actor: null,
    });
  }

  const bus = await connectBus(busUrl, context);
  const { calls, close } = await openCallClient(busUrl, context);
  return {
    context,
    pool,
    store,
    bus,
    calls,
    databaseUrl: database.url,
    ring: (...times: number[]) => ringIn(store, times),
    /** Rings as a later program does, in a version that this one cannot read. */
    ringLater: (...times: number[]) => ringIn(laterStore, times),
    async oil(): Promise<void> {
      const event = { type: 'BellOiled' as const, data: {} };
      await store.append(`bell-${randomUUID()}`, 0, [{ event }], {
        commandId: randomUUID(),
        correlationId: 'test',
        actor: null,
      });
    },
    async close() {
      await close();
      await bus.close();
      await keyring.close();
      await pool.end();
      await database.drop();
    },
  };
}
