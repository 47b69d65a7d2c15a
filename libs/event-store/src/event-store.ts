import type { EventEnvelope } from '@repairline/contracts/event';

/** The shape every event has; a store's own union of events narrows it. */
export interface AnyEvent {
  type: string;
  data: object;
}

/** The version the stream must have; 0 if it must not exist yet. */
export type ExpectedVersion = number | 'any';

export interface NewEvent<E extends AnyEvent> {
  event: E;
  /** When it happened; now if absent. */
  occurredAt?: Date;
  /** A UUID; generated if absent. */
  id?: string;
}

export interface AppendContext {
  /** A UUID. Repeating it on the same stream has no further effect. */
  commandId: string;
  correlationId: string;
  actor: EventEnvelope['actor'];
  /** A UUID that all events of one bulk import share. */
  batchId?: string | null;
}

export interface Append<E extends AnyEvent> {
  stream: string;
  expected: ExpectedVersion;
  /** At least one. They are stored all or none, in this order, at consecutive positions. */
  events: NewEvent<E>[];
  context: AppendContext;
}

/**
 * `streamVersion` and `position` are those of the command's last event. A duplicate returns what the first append of
 * that command id to that stream returned, whatever version is expected now.
 */
export type AppendResult =
  | { status: 'appended' | 'duplicate'; streamVersion: number; position: number }
  | { status: 'conflict'; streamVersion: number };

/** The outcome of one of many appends; `rejected` carries the exception that `append` would have thrown. */
export type AppendManyResult = AppendResult | { status: 'rejected'; reason: unknown };

export interface ReadOptions {
  /** Reads personal fields as null, as after an erasure, and requests no keys. */
  redacted?: boolean | undefined;
}

export interface SubscribeOptions<E extends AnyEvent> extends ReadOptions {
  /** Position of the last event already handled; 0 for the whole log. */
  after: number;
  batchSize: number;
  /** How long to wait for more events once there is one, for fewer and larger batches. No wait if absent. */
  gatherMs?: number | undefined;
  /** The least time between two batches once the backlog has been read. None if absent. */
  apartMs?: number | undefined;
  /**
   * Awaited before the next batch is read. If it rejects, the same events come again after a pause: delivery is at
   * least once, in order, and never skips.
   */
  onBatch(envelopes: EventEnvelope<E>[]): Promise<void>;
  /** Receives failed reads and rejected batches; the subscription goes on. If absent, they become process warnings. */
  onError?(error: unknown): void;
}

export interface Subscription {
  /** Resolves when the batch under way, if any, has been handled. Awaiting it inside `onBatch` deadlocks. */
  stop(): Promise<void>;
}

/** One service's log. Positions rise in commit order without gaps: what a reader has passed never changes. */
export interface EventStore<E extends AnyEvent> {
  /** A conflict is a return value, not an exception. @throws if an event is invalid or the store is unavailable */
  append(
    stream: string,
    expected: ExpectedVersion,
    events: NewEvent<E>[],
    context: AppendContext,
  ): Promise<AppendResult>;
  /** Submits independent appends at once. Results are in the order given; none affects another. */
  appendMany(appends: Append<E>[]): Promise<AppendManyResult[]>;
  /**
   * Oldest first; empty for an unknown stream. `S` is the subset of the log's events that this stream holds.
   * @throws {UnreadableEvent} if one of them cannot be read
   */
  readStream<S extends E = E>(stream: string): Promise<EventEnvelope<S>[]>;
  /** At most `limit` events after a position, in commit order. An UnreadableEvent keeps the place of one that cannot be read. */
  readAll(after: number, limit: number, options?: ReadOptions): Promise<EventEnvelope<E>[]>;
  /** Position of the newest event; 0 for an empty log. */
  head(): Promise<number>;
  /** Catches up from `after`, then follows. */
  subscribe(options: SubscribeOptions<E>): Subscription;
}

/** What a reader that only follows a log needs. */
export type LogReader<E extends AnyEvent> = Pick<EventStore<E>, 'readAll' | 'head' | 'subscribe'>;

/** The same log for readers that need no personal data. */
export function redacted<E extends AnyEvent>(log: LogReader<E>): LogReader<E> {
  return {
    readAll: (after, limit) => log.readAll(after, limit, { redacted: true }),
    head: () => log.head(),
    subscribe: (options) => log.subscribe({ ...options, redacted: true }),
  };
}
