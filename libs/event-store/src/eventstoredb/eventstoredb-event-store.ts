import type { Pool } from 'pg';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { EventRegistry } from '../event-registry';
import type { AnyEvent, Append, AppendManyResult, EventStore, ReadOptions } from '../event-store';
import { createEventCodec, type Decoding } from '../personal-data/event-codec';
import type { Keyring } from '../personal-data/keyring';
import { prepareAppend } from '../appending/prepare-append';
import { followLog } from '../reading/subscription';
import { connect } from './connection';
import { createLogMark, markStreamOf } from './index/log-mark';
import { openLogTail } from './reading/log-tail';
import { prefixOf, type LoggedEvent } from './logged-event';
import { createPageReader } from './reading/page-reader';
import { createRecorder } from './index/recorder';
import { createStreams } from './streams';
import { createKeyedQueue } from './work-queues';

export interface EventStoreDbOptions<E extends AnyEvent> {
  /** `esdb://` or `esdb+discover://`. The user may read $all and write the service's streams. */
  url: string;
  /** Distinguishes the service's streams from all others. */
  service: string;
  /** The service's own database: it holds the index of positions, never events. */
  pool: Pool;
  registry: EventRegistry<E>;
  keyring: Keyring;
  /** Receives background failures that are retried. If absent, they become process warnings. */
  onProblem?: (error: unknown) => void;
  watchEveryMs?: number;
}

export interface ClosableEventStore<E extends AnyEvent> extends EventStore<E> {
  /** @throws {AnotherLogError} if the server holds another log than the database belongs to */
  ready: () => Promise<void>;
  close: () => Promise<void>;
}

const WATCH_EVERY_MS = 5_000;
const MOST_APPENDS_AT_ONCE = 64;

/** A service's log in EventStoreDB. The library's README lists the differences from PostgreSQL. */
export function createEventStoreDbEventStore<E extends AnyEvent>(
  options: EventStoreDbOptions<E>,
): ClosableEventStore<E> {
  const { pool, registry, keyring, watchEveryMs = WATCH_EVERY_MS } = options;
  const connection = connect(options.url);
  const prefix = prefixOf(options.service);
  const codec = createEventCodec(registry, keyring);
  const report = options.onProblem ?? warn;
  const mark = createLogMark(connection, pool, markStreamOf(options.service));
  const tail = openLogTail({ connection, prefix, mark, pool, watchEveryMs, report });
  const reader = createPageReader(connection, prefix, tail.known);
  const streams = createStreams(connection, prefix);
  const record = createRecorder({ connection, prefix, tail, streams });
  const inQueue = createKeyedQueue(MOST_APPENDS_AT_ONCE);

  const appendOne = (append: Append<E>) =>
    inQueue(append.stream, async () => {
      await tail.ready();
      return record(await prepareAppend(codec, append));
    });

  async function readKnown(after: number, limit: number, options?: ReadOptions): Promise<EventEnvelope<E>[]> {
    const page = await reader.page(after, limit);
    const positions = page.map((_event, index) => after + index + 1);
    return envelopesOf<E, E>(page, positions, (stored) => codec.decodePage(stored, options));
  }

  async function readAll(after: number, limit: number, options?: ReadOptions): Promise<EventEnvelope<E>[]> {
    await tail.ready();
    if (tail.known.index.count() < after + limit) await tail.refresh();
    return readKnown(after, limit, options);
  }

  /** For readers woken by a known event: asks the server only if nothing is known. */
  async function readOn(after: number, limit: number, options: ReadOptions): Promise<EventEnvelope<E>[]> {
    await tail.ready();
    return tail.known.index.count() > after ? readKnown(after, limit, options) : readAll(after, limit, options);
  }

  return {
    append: (stream, expected, events, context) => appendOne({ stream, expected, events, context }),
    appendMany: (appends) => Promise.all(appends.map((append) => appendOne(append).catch(rejected))),
    async readStream<S extends E>(stream: string) {
      await tail.ready();
      const logged = await streams.read(stream);
      const positions = await Promise.all(logged.map(({ commit }) => tail.positionOf(commit)));
      return envelopesOf<E, S>(logged, positions, codec.decode);
    },
    readAll,
    async head() {
      await tail.refresh();
      return tail.known.index.count();
    },
    ready: tail.ready,
    subscribe: (subscription) => followLog({ readAll: readOn, onAppended: tail.known.onGrown }, subscription),
    async close() {
      reader.close();
      await tail.close();
      await connection.client.dispose();
    },
  };
}

async function envelopesOf<E extends AnyEvent, S extends E>(
  logged: LoggedEvent[],
  positions: number[],
  decode: Decoding<E>,
): Promise<EventEnvelope<S>[]> {
  const events = await decode(logged.map(({ stored }) => stored));
  return logged.map(({ stored: _stored, commit: _commit, ...about }, index) => ({
    ...about,
    position: positions[index] as number,
    event: events[index] as S,
  }));
}

function rejected(reason: unknown): AppendManyResult {
  return { status: 'rejected', reason };
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error));
}
