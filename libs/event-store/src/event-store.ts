import type { EventEnvelope } from '@repairline/contracts/event';

/** The shape every event has; a store's own union of events narrows it. */
export interface AnyEvent {
  type: string;
  data: object;
}

/** The version the stream must have: 0 for a stream that must not exist yet. */
export type ExpectedVersion = number | 'any';

export interface NewEvent<E extends AnyEvent> {
  event: E;
  /** When it happened, where that is not now. */
  occurredAt?: Date;
  /** A UUID; a fresh one where absent. */
  id?: string;
}

export interface AppendContext {
  /** A UUID. The same one on the same stream again has no further effect. */
  commandId: string;
  correlationId: string;
  actor: EventEnvelope['actor'];
  /** A UUID that all events of one bulk import share. */
  batchId?: string | null;
}

export interface Append<E extends AnyEvent> {
  stream: string;
  expected: ExpectedVersion;
  /** At least one; they are stored all or none, in this order, with nothing between them. */
  events: NewEvent<E>[];
  context: AppendContext;
}

/**
 * `streamVersion` and `position` are those of the command's last event. A duplicate answers what the first
 * append of that command id to that stream answered, whatever version is expected now.
 */
export type AppendResult =
  | { status: 'appended' | 'duplicate'; streamVersion: number; position: number }
  | { status: 'conflict'; streamVersion: number };

/** What became of one of many appends: `rejected` is the exception that `append` alone would have thrown. */
export type AppendManyResult = AppendResult | { status: 'rejected'; reason: unknown };

export interface ReadOptions {
  /** Personal fields read as null, as after an erasure, and no key is asked for. */
  redacted?: boolean | undefined;
}

export interface SubscribeOptions<E extends AnyEvent> extends ReadOptions {
  /** Position of the last event already dealt with; 0 for the whole log. */
  after: number;
  batchSize: number;
  /** How long more events are awaited once there is one, for fewer and larger batches. Not at all where absent. */
  gatherMs?: number | undefined;
  /** At least so long from one batch to the next once all that there was has been read. Not at all where absent. */
  apartMs?: number | undefined;
  /**
   * Awaited before the next batch is read. When it rejects, the same events come again after a pause:
   * delivery is at least once, in order, and never skips.
   */
  onBatch(envelopes: EventEnvelope<E>[]): Promise<void>;
  /** Failed reads and rejected batches. The subscription goes on. A process warning where absent. */
  onError?(error: unknown): void;
}

export interface Subscription {
  /** Resolves when the batch under way, if any, has been dealt with. Not to be awaited inside `onBatch`. */
  stop(): Promise<void>;
}

/** One service's log. Positions rise in commit order without gaps: what a reader has passed never changes. */
export interface EventStore<E extends AnyEvent> {
  /** A conflict is an answer, not an exception. @throws where an event is not valid, or the store is out of reach */
  append(
    stream: string,
    expected: ExpectedVersion,
    events: NewEvent<E>[],
    context: AppendContext,
  ): Promise<AppendResult>;
  /** Independent appends submitted at once; the results are in the order given, none affects another. */
  appendMany(appends: Append<E>[]): Promise<AppendManyResult[]>;
  /** Oldest first; empty for an unknown stream. `S` is the part of the log's events that this stream holds. */
  readStream<S extends E = E>(stream: string): Promise<EventEnvelope<S>[]>;
  /** At most `limit` events after a position, in commit order. */
  readAll(after: number, limit: number, options?: ReadOptions): Promise<EventEnvelope<E>[]>;
  /** Position of the newest event, 0 for an empty log. */
  head(): Promise<number>;
  /** Catches up from `after`, then follows. */
  subscribe(options: SubscribeOptions<E>): Subscription;
}

/** What those need who only follow a log. */
export type LogReader<E extends AnyEvent> = Pick<EventStore<E>, 'readAll' | 'head' | 'subscribe'>;

/** The same log for those who have no need of personal data. */
export function redacted<E extends AnyEvent>(log: LogReader<E>): LogReader<E> {
  return {
    readAll: (after, limit) => log.readAll(after, limit, { redacted: true }),
    head: () => log.head(),
    subscribe: (options) => log.subscribe({ ...options, redacted: true }),
  };
}
