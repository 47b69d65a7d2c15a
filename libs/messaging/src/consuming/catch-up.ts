import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { z } from 'zod';
import { defineQuery } from '@repairline/contracts/call';
import type { CallClient } from '../calls/call-client';
import { answer, type CallHandler } from '../calls/serve-calls';
import { systemContext } from '../context';
import { ReplayEvents } from '../publishing/replay';
import { readPosition } from './consumed-position';

const PATIENCE_MS = 1_000;
const LOOK_AGAIN_MS = 20;

/** A service that takes in other contexts' events, and the client to request missing ones. */
export interface Follower {
  pool: Pool;
  calls: Pick<CallClient, 'call'>;
  /** How far a context's events have been taken in, if anything but a consumer takes them in. */
  positionOf?: (of: string) => Promise<number> | number;
}

/**
 * Answers as soon as the service shows what the other context had recorded when the call arrived, so that a user who
 * has changed something there finds it here, too. `shown` is false if that takes longer than a second or the other
 * context is away.
 */
export const AwaitEvents = (service: string) =>
  defineQuery(
    `repairline.${service}.query.await-events`,
    z.object({ of: z.string() }),
    z.object({ shown: z.boolean() }),
    'gateway',
  );

/** @param untilShown resolves when the service's own views show what its latest reactions recorded */
export function awaitEventsHandler(
  service: string,
  follower: Follower,
  untilShown: () => Promise<unknown> = () => Promise.resolve(),
): CallHandler {
  return answer(AwaitEvents(service), async ({ of }) => {
    const isTakenIn = await caughtUp(follower, of, PATIENCE_MS);
    if (isTakenIn) await untilShown();
    return { shown: isTakenIn };
  });
}

/**
 * Waits until what the other context has recorded by now has been taken in, but at most a page of 500 of its events.
 * False if that takes longer than `patienceMs` or the other context does not answer.
 */
export async function caughtUp(follower: Follower, of: string, patienceMs: number): Promise<boolean> {
  const { pool, calls, positionOf = (context) => readPosition(pool, context) } = follower;
  const after = await positionOf(of);
  const missing = calls.call(ReplayEvents(of), { after }, systemContext(), { timeoutMs: 1_000 });
  const last = await missing.then(({ events }) => Number(events.at(-1)?.position ?? after)).catch(() => undefined);
  if (last === undefined) return false;
  const deadline = performance.now() + patienceMs;
  while ((await positionOf(of)) < last) {
    if (performance.now() >= deadline) return false;
    await delay(LOOK_AGAIN_MS);
  }
  return true;
}
