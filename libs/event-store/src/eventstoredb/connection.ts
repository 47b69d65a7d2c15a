import {
  EventStoreDBClient,
  FORWARDS,
  START,
  StreamNotFoundError,
  TimeoutError,
  type AllStreamResolvedEvent,
  type Credentials,
  type RecordedEvent,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { Place } from './index-table';

export interface Connection {
  client: EventStoreDBClient;
  /**
   * Given with each append, because the client then sends it as a call of its own, with a deadline. Without, it shares
   * one endless call among all appends, whose end without an error leaves them waiting for ever.
   */
  credentials: Credentials | undefined;
}

const PATIENCE_MS = 10_000;

/** Nothing is connected before the first call. @throws for an address that the client does not understand */
export function connect(url: string): Connection {
  const client = EventStoreDBClient.connectionString(url);
  const { username, password } = new URL(url.split(',')[0] ?? url);
  const given = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  // Without TLS the client drops what it is given here.
  const isInsecure = /[?&]tls=false/iu.test(url);
  return { client, credentials: username || isInsecure ? given : undefined };
}

/** Up to `count` events of all, from a place on, the one at the place included. */
export async function readEverything({ client }: Connection, from: Place | null, count: number) {
  const fromPosition = toPosition(from);
  const events: RecordedEvent[] = [];
  const reading = client.readAll({ direction: FORWARDS, fromPosition, maxCount: count, resolveLinkTos: false });
  await collect<AllStreamResolvedEvent>(reading, ({ event }) => event && events.push(event));
  return events;
}

/** A stream from its first event, none for an unknown one. */
export async function readWholeStream({ client }: Connection, stream: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  try {
    const reading = client.readStream(stream, { direction: FORWARDS, fromRevision: START, resolveLinkTos: false });
    await collect<ResolvedEvent>(reading, ({ event }) => event && events.push(event));
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  }
  return events;
}

export function toPosition(place: Place | null) {
  return place ? { commit: BigInt(place.commit), prepare: BigInt(place.prepare) } : START;
}

/** The client sets reads no time limit: one that says nothing for a while has failed. */
async function collect<Found>(reading: StreamingRead<Found>, take: (found: Found) => void): Promise<void> {
  const timer = setTimeout(() => {
    reading.destroy(tooSlow());
    reading.cancel().catch(() => undefined);
  }, PATIENCE_MS);
  try {
    for await (const found of reading) {
      timer.refresh();
      take(found);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** @throws {TimeoutError} where the work takes too long; it may still come to its end */
export async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooSlow()), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tooSlow(): TimeoutError {
  return new TimeoutError(undefined, `EventStoreDB has not answered for ${PATIENCE_MS / 1_000} s`);
}
