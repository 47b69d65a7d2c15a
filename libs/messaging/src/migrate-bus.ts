import type { JetStreamManager, NatsConnection } from 'nats';
import { EVENTS_STREAM, publishedSubjects } from '@repairline/contracts/published/published-subjects';
import { isBeyondStream, nullIfNotFound, rewind } from './events-stream';

/** Subjects as they were once created: for first versions of events only. */
const FIRST_VERSIONS = /^repairline\.([\w*]+)\.\*\.v1\.\*$/u;

/**
 * Brings what an earlier version of the product created on the bus up to date, in place: the stream keeps its messages
 * and consumers their positions, unless these are beyond the stream, as after a power cut. The operator runs it before
 * services start: a consumer never gets an event that was published while its filter did not match or its position was
 * beyond.
 * @returns names of what was changed
 */
export async function migrateBus(bus: NatsConnection): Promise<string[]> {
  const manager = await bus.jetstreamManager();
  const stream = await nullIfNotFound(manager.streams.info(EVENTS_STREAM));
  if (!stream) return [];
  const changed: string[] = [];
  if (stream.config.subjects.some((subject) => FIRST_VERSIONS.test(subject))) {
    await manager.streams.update(EVENTS_STREAM, { subjects: [publishedSubjects()] });
    changed.push(EVENTS_STREAM);
  }
  return [...changed, ...(await migrateConsumers(manager))];
}

async function migrateConsumers(manager: JetStreamManager): Promise<string[]> {
  const changed: string[] = [];
  for await (const known of manager.consumers.list(EVENTS_STREAM)) {
    const context = FIRST_VERSIONS.exec(known.config.filter_subject ?? '')?.[1];
    const filter = context ? { filter_subject: publishedSubjects(context) } : {};
    const isBeyond = await isBeyondStream(manager, known);
    if (!isBeyond && !context) continue;
    if (isBeyond) await rewind(manager, { ...known, config: { ...known.config, ...filter } });
    else await manager.consumers.update(EVENTS_STREAM, known.name, filter);
    changed.push(known.name);
  }
  return changed;
}
