import type { EventEnvelope } from '@repairline/contracts/event';
import type { EventRegistry } from '../event-registry';
import type { AnyEvent, Append, AppendManyResult, AppendResult, EventStore, ReadOptions } from '../event-store';
import { createEventCodec, type Decoding, type StoredEvent } from '../personal-data/event-codec';
import { createInMemoryKeyring, type Keyring } from '../personal-data/keyring';
import { prepareAppend } from '../appending/prepare-append';
import { followLog } from '../reading/subscription';

/** An event as such a store keeps it. */
export type StoredRow = Omit<EventEnvelope, 'event'> & { stored: string };

/**
 * For tests: encodes and answers as the persistent stores do.
 * @param log what another store has recorded, for one of another program on the same log
 */
export function createInMemoryEventStore<E extends AnyEvent>(
  registry: EventRegistry<E>,
  keyring: Keyring = createInMemoryKeyring(),
  log: StoredRow[] = [],
): EventStore<E> {
  const codec = createEventCodec(registry, keyring);
  const wakes = new Set<() => void>();

  async function appendOne(append: Append<E>): Promise<AppendResult> {
    const { stream, expected, commandId, events, ...about } = await prepareAppend(codec, append);
    const answer = resultOf(log, stream, expected, commandId);
    if (answer.status !== 'appended') return answer;

    const { correlationId, actor, batchId } = about;
    const recordedAt = new Date();
    let streamVersion = answer.streamVersion;
    for (const { occurredAt, ...stored } of events) {
      streamVersion += 1;
      const where = { id: stored.id, stream, streamVersion, position: log.length + 1, version: stored.version };
      const what = { occurredAt, recordedAt, actor, correlationId, causationId: commandId, batchId };
      log.push({ ...where, ...what, stored: JSON.stringify(stored) });
    }
    for (const wake of wakes) wake();
    return { status: 'appended', streamVersion, position: log.length };
  }

  async function envelopes<S extends E>(rows: StoredRow[], decode: Decoding<E>): Promise<EventEnvelope<S>[]> {
    const events = await decode(rows.map((row) => JSON.parse(row.stored) as StoredEvent));
    return rows.map(({ stored: _stored, ...row }, index) => ({ ...row, event: events[index] as S }));
  }

  const readAll = (after: number, limit: number, options?: ReadOptions) =>
    envelopes<E>(log.slice(after, after + limit), (stored) => codec.decodePage(stored, options));
  return {
    append: (stream, expected, events, context) => appendOne({ stream, expected, events, context }),
    appendMany: (appends) => Promise.all(appends.map((append) => appendOne(append).catch(rejected))),
    readStream: <S extends E>(stream: string) =>
      envelopes<S>(
        log.filter((row) => row.stream === stream),
        codec.decode,
      ),
    readAll,
    head: () => Promise.resolve(log.length),
    subscribe: (options) =>
      followLog(
        {
          readAll,
          onAppended(wake) {
            wakes.add(wake);
            return () => void wakes.delete(wake);
          },
        },
        options,
      ),
  };
}

function rejected(reason: unknown): AppendManyResult {
  return { status: 'rejected', reason };
}

function resultOf(log: StoredRow[], stream: string, expected: number | null, commandId: string): AppendResult {
  const rows = log.filter((row) => row.stream === stream);
  const done = rows.findLast((row) => row.causationId === commandId);
  if (done) return { status: 'duplicate', streamVersion: done.streamVersion, position: done.position };
  const streamVersion = rows.length;
  const expectedOne = expected === null || expected === streamVersion;
  return expectedOne
    ? { status: 'appended', streamVersion, position: log.length }
    : { status: 'conflict', streamVersion };
}
