import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';

export interface ProposedEvent {
  id: string;
  type: string;
  contentType: string;
  /** base64 */
  data: string;
  /** base64 */
  metadata: string;
}

export interface RecordedEvent extends ProposedEvent {
  stream: string;
  /** 0 for a stream's first event. */
  revision: number;
  /** Commit and prepare position: the record's offset in bytes, as in a log without explicit transactions. */
  position: number;
  createdMs: number;
}

export type ExpectedRevision = 'any' | 'no_stream' | 'stream_exists' | number;

export type AppendOutcome =
  | { status: 'success'; revision: number; position: number }
  | { status: 'wrong_expected_version'; current: number | null }
  | { status: 'too_large' };

/** EventStoreDB's default. */
export const MOST_BYTES_AN_APPEND = 1024 * 1024;
const STATISTICS_EVERY = 7;
/** The last event of a stream that was deleted for good. */
export const TOMBSTONE = '$streamDeleted';

/**
 * All streams in one sequence, as EventStoreDB's transaction file holds them, with system events among them. Kept in
 * memory and, if given, in a file with one line per append, written before the append is answered.
 */
export function openRecordedLog(file?: string) {
  let all: RecordedEvent[] = [];
  const streams = new Map<string, RecordedEvent[]>();
  /** For deleted streams, the first revision that is visible; at first it does not exist yet. */
  const shownFrom = new Map<string, number>();
  const news = new EventEmitter().setMaxListeners(0);

  function keep(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      all.push(event);
      const stream = streams.get(event.stream);
      if (stream) stream.push(event);
      else streams.set(event.stream, [event]);
    }
    news.emit('appended');
  }

  function record(stream: string, proposed: readonly ProposedEvent[]): AppendOutcome {
    const last = all.at(-1);
    let position = last ? last.position + sizeOf(last) : 0;
    let revision = (streams.get(stream)?.length ?? 0) - 1;
    const events = proposed.map((event) => {
      const recorded = { ...event, stream, revision: (revision += 1), position, createdMs: Date.now() };
      position += sizeOf(recorded);
      return recorded;
    });
    if (file) appendFileSync(file, `${JSON.stringify(events)}\n`);
    keep(events);
    return { status: 'success', revision, position: events.at(-1)?.position ?? 0 };
  }

  if (file && existsSync(file)) wholeLines(file).forEach((line) => keep(JSON.parse(line) as RecordedEvent[]));
  record('$stats-stand-in', [statistics()]);
  return {
    get all(): readonly RecordedEvent[] {
      return all;
    },
    stream(name: string): readonly RecordedEvent[] | undefined {
      const shown = (streams.get(name) ?? []).slice(shownFrom.get(name) ?? 0);
      return shown.length > 0 ? shown : undefined;
    },
    /** Hides the stream until something is appended, which gets the next revision; its events stay in `$all`. */
    delete(stream: string): void {
      shownFrom.set(stream, streams.get(stream)?.length ?? 0);
    },
    /** Removes the events of deleted streams from `$all`. */
    scavenge(): void {
      all = all.filter(({ stream, revision }) => revision >= (shownFrom.get(stream) ?? 0));
    },
    /**
     * Deletes the stream for good, so that nothing can be read from it or appended to it, and records that in `$all`.
     */
    tombstone(stream: string): void {
      record(stream, [{ ...statistics(), type: TOMBSTONE }]);
    },
    onAppended(this: void, listener: () => void): () => void {
      news.on('appended', listener);
      return () => news.off('appended', listener);
    },
    append(stream: string, expected: ExpectedRevision, proposed: readonly ProposedEvent[]): AppendOutcome {
      if (bytesOf(proposed) > MOST_BYTES_AN_APPEND) return { status: 'too_large' };
      const present = streams.get(stream) ?? [];
      const isDeleted = present.length > 0 && present.length === shownFrom.get(stream);
      const decision = decide(present, isDeleted && expected === 'no_stream' ? 'any' : expected, proposed);
      if (decision !== 'record') return decision;
      const outcome = record(stream, proposed);
      if (all.length % STATISTICS_EVERY === 0) record('$stats-stand-in', [statistics()]);
      return outcome;
    },
  };
}

export type RecordedLog = ReturnType<typeof openRecordedLog>;

/**
 * EventStoreDB's rules: an append that expects an earlier revision, and whose events follow that revision under the
 * same ids, is a repeated one and succeeds again without effect. With `any`, the check starts where the first event's
 * id is found.
 */
function decide(
  present: readonly RecordedEvent[],
  expected: ExpectedRevision,
  proposed: readonly ProposedEvent[],
): AppendOutcome | 'record' {
  const current = present.length - 1;
  const wrong: AppendOutcome = { status: 'wrong_expected_version', current: current < 0 ? null : current };
  if (expected === 'any' || expected === 'stream_exists') {
    if (expected === 'stream_exists' && current < 0) return wrong;
    const first = present.findIndex(({ id }) => id === proposed[0]?.id);
    return first === -1 ? 'record' : (repeated(present, first, proposed) ?? wrong);
  }
  const revision = expected === 'no_stream' ? -1 : expected;
  if (revision === current) return 'record';
  return revision > current ? wrong : (repeated(present, revision + 1, proposed) ?? wrong);
}

function repeated(
  present: readonly RecordedEvent[],
  from: number,
  proposed: readonly ProposedEvent[],
): AppendOutcome | undefined {
  const stored = present.slice(from, from + proposed.length);
  const last = stored.at(-1);
  const isSame = stored.length === proposed.length && stored.every(({ id }, index) => id === proposed[index]?.id);
  return isSame && last ? { status: 'success', revision: last.revision, position: last.position } : undefined;
}

/** Drops a last line left half-written by a kill; it was never acknowledged. */
function wholeLines(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const end = text.lastIndexOf('\n') + 1;
  truncateSync(file, Buffer.byteLength(text.slice(0, end)));
  return text.slice(0, end).split('\n').filter(Boolean);
}

function bytesOf(events: readonly ProposedEvent[]): number {
  return events.reduce((sum, { data, metadata }) => sum + ((data.length + metadata.length) * 3) / 4, 0);
}

function sizeOf(event: ProposedEvent & { stream: string }): number {
  return 100 + event.stream.length + event.type.length + Math.ceil(bytesOf([event]));
}

function statistics(): ProposedEvent {
  const empty = Buffer.from('{}').toString('base64');
  return { id: randomUUID(), type: '$statsCollected', contentType: 'application/json', data: empty, metadata: '' };
}
