import { createHash } from 'node:crypto';
import { AckPolicy, DeliverPolicy, type NatsConnection } from 'nats';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { AnyEvent, EventStore } from '@repairline/event-store/event-store';
import { EVENTS_STREAM, type CloudEventJson, type Publishing } from './cloud-event';
import { publishedOf } from './published-log';

const PAGE = 2_000;
const EXAMPLES = 5;

export interface CopyOptions<E extends AnyEvent> {
  store: EventStore<E>;
  bus: NatsConnection;
  context: string;
  publish: Publishing;
  /** Position up to which the log has been published. */
  upTo: number;
  /** Whether an event's personal data may have been erased, so that what was told of it cannot be derived any more. */
  mayBeErased: (envelope: EventEnvelope) => boolean;
}

/** Positions, the first few of each kind, and how many there are. */
export interface Finding {
  kind: 'missing' | 'extra' | 'different';
  count: number;
  positions: number[];
}

export interface ComparedCopy {
  published: number;
  /** Events that stand on the bus more than once: consumers drop them by their position. */
  repeated: number;
  findings: Finding[];
}

interface Told {
  about: string;
  data: string;
}

/** Compares what stands in the stream of published events with what the log says should stand there. */
export async function compareCopy<E extends AnyEvent>(options: CopyOptions<E>): Promise<ComparedCopy> {
  const { store, context, publish, upTo, mayBeErased } = options;
  const { copies, repeated } = await readCopies(options);
  const found = { missing: finding('missing'), extra: finding('extra'), different: finding('different') };
  let from = { position: 0, predecessor: 0 };
  let published = 0;
  while (from.position < upTo) {
    const page = (await store.readAll(from.position, PAGE)).filter(({ position }) => position <= upTo);
    if (page.length === 0) break;
    const { events, ...reached } = publishedOf(context, publish, page, from);
    const erased = new Set(page.filter(mayBeErased).map(({ position }) => position));
    for (const event of events) {
      const position = Number(event.position);
      const problem = problemOf(toldIn(event), copies.get(position), erased.has(position));
      if (problem) note(found[problem], position);
      copies.delete(position);
    }
    published += events.length;
    from = { position: reached.upTo, predecessor: reached.predecessor };
  }
  for (const position of copies.keys()) if (position <= upTo) note(found.extra, position);
  return { published, repeated, findings: Object.values(found).filter(({ count }) => count > 0) };
}

function problemOf(told: Told, copy: Told | undefined, isErased: boolean): 'missing' | 'different' | null {
  if (!copy) return 'missing';
  return told.about === copy.about && (isErased || told.data === copy.data) ? null : 'different';
}

/** Of an event that stands there twice the first counts, and a second that says something else. */
async function readCopies<E extends AnyEvent>({ bus, context }: CopyOptions<E>) {
  const copies = new Map<number, Told>();
  let repeated = 0;
  const manager = await bus.jetstreamManager();
  const exists = await manager.streams.info(EVENTS_STREAM).then(Boolean, () => false);
  if (!exists) return { copies, repeated };
  const consumer = await manager.consumers.add(EVENTS_STREAM, {
    ...{ ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.All, mem_storage: true },
    filter_subject: `repairline.${context}.*.v1.*`,
    inactive_threshold: 30_000_000_000,
  });
  const reader = await bus.jetstream().consumers.get(EVENTS_STREAM, consumer.name);
  for (let left = consumer.num_pending; left > 0;) {
    const batch = Math.min(left, PAGE);
    for await (const message of await reader.fetch({ max_messages: batch, expires: 5_000 })) {
      left -= 1;
      const event = message.json<CloudEventJson>();
      const position = Number(event.position);
      const told = toldIn(event);
      const before = copies.get(position);
      if (before) repeated += 1;
      if (!before || before.about !== told.about || before.data !== told.data) copies.set(position, told);
    }
  }
  await manager.consumers.delete(EVENTS_STREAM, consumer.name);
  return { copies, repeated };
}

function toldIn({ data, ...about }: CloudEventJson): Told {
  return { about: digest(about), data: digest(data) };
}

/** Of the fields in one order: what stands on the bus was written by another run of the program. */
function digest(value: object): string {
  const sorted = JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHash('sha1').update(sorted).digest('base64');
}

const finding = (kind: Finding['kind']): Finding => ({ kind, count: 0, positions: [] });

function note(found: Finding, position: number): void {
  found.count += 1;
  if (found.positions.length < EXAMPLES) found.positions.push(position);
}
