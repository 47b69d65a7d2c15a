import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AckPolicy, DeliverPolicy, type NatsConnection } from 'nats';
import type { EventEnvelope } from '@repairline/contracts/event';
import { publishedEvents, type PublishedEventDefinition } from '@repairline/contracts/published-events';
import { EVENTS_STREAM, publishedSubjects } from '@repairline/contracts/published-subjects';
import type { AnyEvent, LogReader } from '@repairline/event-store/event-store';
import { logPages } from '@repairline/event-store/log-pages';
import { eventIn, type CloudEventJson, type Publishing } from './cloud-event';
import { formersOf, type Former, type Formers } from './former-versions';
import { publishedWhole } from './published-log';

const PAGE = 2_000;
const EXAMPLES = 5;

export interface CopyOptions<E extends AnyEvent> {
  store: LogReader<E>;
  bus: NatsConnection;
  context: string;
  publish: Publishing;
  leftOut: ReadonlySet<number>;
  /** Position up to which the log has been published. */
  upTo: number;
  /** Whether an event's personal data may have been erased, so that its published form can no longer be derived. */
  mayBeErased: (envelope: EventEnvelope) => boolean;
  /** For tests: the events that may be published. */
  definitions?: readonly PublishedEventDefinition[] | undefined;
}

/** The first few positions of each kind, and how many there are. */
export interface Finding {
  kind: 'missing' | 'extra' | 'different';
  count: number;
  positions: number[];
}

export interface ComparedCopy {
  published: number;
  /** Events that are on the bus more than once; consumers drop them by position. */
  repeated: number;
  /** Events that are on the bus in a former version. */
  former: number;
  findings: Finding[];
}

interface ComparedEvent {
  /** The former version it was published in; null for the newest. */
  form: Former | null;
  about: string;
  data: string;
}

/** Compares the stream of published events with what the log says should be there. */
export async function compareCopy<E extends AnyEvent>(options: CopyOptions<E>): Promise<ComparedCopy> {
  const { store, context, publish, leftOut, upTo, mayBeErased } = options;
  const { copies, ...counts } = await readCopies(options);
  const found = { missing: finding('missing'), extra: finding('extra'), different: finding('different') };
  let from = { position: 0, predecessor: 0 };
  let published = 0;
  for await (const page of logPages(store, { after: 0, upTo })) {
    const { events, ...reached } = publishedWhole(context, publish, page, from, leftOut);
    const compared = page.filter(({ position }) => !leftOut.has(position));
    const erased = new Set(compared.filter(mayBeErased).map(({ position }) => position));
    for (const event of events) {
      const position = Number(event.position);
      const problem = problemOf(event, copies.get(position), erased.has(position));
      if (problem) note(found[problem], position);
      copies.delete(position);
    }
    published += events.length;
    from = { position: reached.upTo, predecessor: reached.predecessor };
  }
  for (const position of copies.keys()) if (position <= upTo) note(found.extra, position);
  return { published, ...counts, findings: Object.values(found).filter(({ count }) => count > 0) };
}

function problemOf(
  event: CloudEventJson,
  copies: ComparedEvent[] | undefined,
  isErased: boolean,
): 'missing' | 'different' | null {
  if (!copies) return 'missing';
  const isSame = (copy: ComparedEvent) => {
    const compared = inForm(event, copy.form);
    return compared.about === copy.about && (isErased || compared.data === copy.data);
  };
  return copies.every(isSame) ? null : 'different';
}

/** Of an event that is there more than once, keeps the first copy and each that differs from those kept. */
async function readCopies<E extends AnyEvent>({ bus, context, definitions = publishedEvents }: CopyOptions<E>) {
  const copies = new Map<number, ComparedEvent[]>();
  const formers: Formers = formersOf(definitions);
  let [repeated, former] = [0, 0];
  const manager = await bus.jetstreamManager();
  const exists = await manager.streams.info(EVENTS_STREAM).then(Boolean, () => false);
  if (!exists) return { copies, repeated, former };
  const consumer = await manager.consumers.add(EVENTS_STREAM, {
    ...{ ack_policy: AckPolicy.None, deliver_policy: DeliverPolicy.All, mem_storage: true },
    filter_subject: publishedSubjects(context),
    inactive_threshold: 30_000_000_000,
  });
  const reader = await bus.jetstream().consumers.get(EVENTS_STREAM, consumer.name);
  for (let left = consumer.num_pending; left > 0;) {
    let awaited = Math.min(left, PAGE);
    left -= awaited;
    for await (const message of await reader.fetch({ max_messages: awaited, expires: 5_000 })) {
      awaited -= 1;
      const event = eventIn(message);
      if (!event) continue;
      const position = Number(event.position);
      const compared = inForm(event, formers.get(event.type) ?? null);
      const before = copies.get(position);
      if (compared.form) former += 1;
      if (before) repeated += 1;
      if (!before) copies.set(position, [compared]);
      else if (!before.some((one) => isDeepStrictEqual(one, compared))) before.push(compared);
    }
    // What has not arrived is late, or somebody has emptied the stream meanwhile.
    if (awaited > 0) left = Math.min(left + awaited, (await reader.info()).num_pending);
  }
  await manager.consumers.delete(EVENTS_STREAM, consumer.name);
  return { copies, repeated, former };
}

/** In a former version, only the fields that both versions share. */
function inForm({ data, type, ...about }: CloudEventJson, form: Former | null): ComparedEvent {
  if (!form) return { form, about: digest({ ...about, type }), data: digest(data) };
  const shared = Object.fromEntries(Object.entries(data).filter(([field]) => form.shared.has(field)));
  return { form, about: digest({ ...about, type: type === form.type ? form.newest : type }), data: digest(shared) };
}

/** With fields in one fixed order: the copy on the bus was written by another run of the program. */
function digest(value: object): string {
  const sorted = JSON.stringify(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
  return createHash('sha1').update(sorted).digest('base64');
}

const finding = (kind: Finding['kind']): Finding => ({ kind, count: 0, positions: [] });

function note(found: Finding, position: number): void {
  found.count += 1;
  if (found.positions.length < EXAMPLES) found.positions.push(position);
}
