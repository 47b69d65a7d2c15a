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
import type { Place } from './index/index-table';

export interface Connection {
  client: EventStoreDBClient;
  /**
   * Passed with each append, because the client then sends it as a separate call with a deadline. Without credentials
   * all appends share one endless call; if that ends without an error, they wait forever.
   */
  credentials: Credentials | undefined;
}

const PATIENCE_MS = 10_000;

/** Connects only at the first call. @throws for an address that the client does not understand */
export function connect(url: string): Connection {
  const client = EventStoreDBClient.connectionString(url);
  const { username, password } = new URL(url.split(',')[0] ?? url);
  const given = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  // Without TLS the client ignores credentials passed here.
  const isInsecure = /[?&]tls=false/iu.test(url);
  return { client, credentials: username || isInsecure ? given : undefined };
}

/** Up to `count` events of `$all`, starting with the one at `from`. */
export async function readEverything({ client }: Connection, from: Place | null, count: number) {
  const fromPosition = toPosition(from);
  const events: RecordedEvent[] = [];
  const reading = client.readAll({ direction: FORWARDS, fromPosition, maxCount: count, resolveLinkTos: false });
  await collect<AllStreamResolvedEvent>(reading, ({ event }) => event && events.push(event));
  return events;
}

/** A stream from its first event; empty if it does not exist. */
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

/** The client sets no time limit on reads: one that delivers nothing for a while has failed. */
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

/** @throws {TimeoutError} if the work takes too long; it may still complete */
export async function withTimeout<Result>(work: Promise<Result>): Promise<Result> {
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
