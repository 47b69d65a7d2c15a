import {
  DiscardPolicy,
  nanos,
  RetentionPolicy,
  StorageType,
  type ConsumerInfo,
  type JetStreamManager,
  type NatsConnection,
} from 'nats';
import { EVENTS_STREAM, publishedSubjects } from '@repairline/contracts/published/published-subjects';
import { replicasOf } from './bus';

const DUPLICATE_WINDOW_MS = 120_000;
const known = new WeakSet<NatsConnection>();

/** Creates the stream of published events if there is none. Checks once, and again after `forgetEventsStream`. */
export async function ensureEventsStream(bus: NatsConnection): Promise<void> {
  if (known.has(bus)) return;
  const manager = await bus.jetstreamManager();
  const exists = await manager.streams.info(EVENTS_STREAM).then(
    () => true,
    () => false,
  );
  if (!exists) {
    await manager.streams.add({
      name: EVENTS_STREAM,
      subjects: [publishedSubjects()],
      storage: StorageType.File,
      num_replicas: replicasOf(bus),
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      duplicate_window: nanos(DUPLICATE_WINDOW_MS),
    });
  }
  known.add(bus);
}

/** The stream may be gone (the bus lost its storage): check again before the next use. */
export function forgetEventsStream(bus: NatsConnection): void {
  known.delete(bus);
}

/**
 * Whether a consumer has been given messages that the stream does not have: after a power cut the bus may know a
 * consumer's position but not the last messages. It then passes over as many new ones as were lost.
 */
export async function isBeyondStream({ streams }: JetStreamManager, { delivered }: ConsumerInfo): Promise<boolean> {
  // Read after the consumer: the stream only grows.
  const { state } = await streams.info(EVENTS_STREAM);
  return delivered.stream_seq > state.last_seq;
}

/**
 * Puts back all consumers that are beyond the stream. The operator runs it before services start: a consumer never gets
 * an event that was published while its position was beyond.
 * @returns their names
 */
export async function rewindConsumers(bus: NatsConnection): Promise<string[]> {
  const manager = await bus.jetstreamManager();
  if (!(await nullIfNotFound(manager.streams.info(EVENTS_STREAM)))) return [];
  const rewound: string[] = [];
  for await (const consumer of manager.consumers.list(EVENTS_STREAM)) {
    if (!(await isBeyondStream(manager, consumer))) continue;
    await rewind(manager, consumer);
    rewound.push(consumer.name);
  }
  return rewound;
}

/** Puts a consumer back to the first event; who reads it skips what it has. */
export async function rewind({ consumers }: JetStreamManager, { name, config }: ConsumerInfo): Promise<void> {
  await consumers.delete(EVENTS_STREAM, name);
  await consumers.add(EVENTS_STREAM, config);
}

/** What was requested from the bus, or null if it does not exist. @throws any other failure */
export function nullIfNotFound<Asked>(asked: Promise<Asked>): Promise<Asked | null> {
  return asked.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === '404') return null;
    throw error;
  });
}
