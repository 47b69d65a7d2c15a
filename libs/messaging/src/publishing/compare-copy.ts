import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { AckPolicy, DeliverPolicy, type JsMsg, type NatsConnection } from 'nats';
import type { EventEnvelope } from '@repairline/contracts/event';
import { publishedEvents, type PublishedEventDefinition } from '@repairline/contracts/published/published-events';
import { EVENTS_STREAM, publishedSubjects } from '@repairline/contracts/published/published-subjects';
import type { AnyEvent } from '@repairline/event-store/event-store';
import { logPages } from '@repairline/event-store/reading/log-pages';
import { eventIn, type CloudEventJson } from '../cloud-event';
import { formersOf, type Former } from './former-versions';
import { NotPublishableError, publishedOf, type PublishedLog, type PublishedUpTo } from './published-log';

const PAGE = 2_000;
const EXAMPLES = 5;

export interface CopyOptions<E extends AnyEvent> extends PublishedLog<E> {
  bus: NatsConnection;
  context: string;
  /** Position up to which the log has been published. */
  upTo: number;
  /** Whether an event's personal data may have been erased, so that its published form can no longer be derived. */
  mayBeErased: (envelope: EventEnvelope) => boolean;
  /** For tests: the events that may be published. */
  definitions?: readonly PublishedEventDefinition[] | undefined;
}

export type WrongKind = 'extra' | 'different' | 'unreadable';

export interface Finding {
  kind: 'missing' | WrongKind;
  /** Of events; of messages that are `unreadable`. */
  count: number;
  /** The first few: positions of events, sequence numbers of messages that are `unreadable`. */
  examples: number[];
}

/** A message on the stream that the log does not say should be there. */
export interface WrongCopy {
  kind: WrongKind;
  /** 0 if it is `unreadable`. */
  position: number;
  /** Its number in the stream. */
  sequence: number;
}

export interface ComparedCopy {
  published: number;
  /** Events that are on the bus more than once; consumers drop them by position. */
  repeated: number;
  /** Events that are on the bus in a former version. */
  former: number;
  findings: Finding[];
  wrong: WrongCopy[];
}

interface ComparedEvent {
  /** The former version it was published in; null for the newest. */
  form: Former | null;
  about: string;
  data: string;
}

interface StoredCopy {
  event: ComparedEvent;
  /** Those of all messages that are the same. */
  sequences: number[];
}

interface Found {
  /** Positions of events. */
  missing: number[];
  wrong: WrongCopy[];
}

/** Compares the stream of published events with what the log says should be there. */
export async function compareCopy<E extends AnyEvent>(options: CopyOptions<E>): Promise<ComparedCopy> {
  const { store, context, publish, skipped, upTo, mayBeErased } = options;
  const { copies, unreadable, ...counts } = await readCopies(options);
  // Read after the copy: what is beyond it was not published from this log.
  const head = await store.head();
  const found: Found = { missing: [], wrong: [] };
  let from: PublishedUpTo = { position: 0, predecessor: 0 };
  let published = 0;
  for await (const page of logPages(store, { after: 0, upTo })) {
    const { events, reached, refused } = publishedOf({ context, publish, skipped, envelopes: page, from });
    if (refused) throw new NotPublishableError(refused);
    const compared = page.filter(({ position }) => !skipped.has(position));
    compareEvents(events, new Set(compared.filter(mayBeErased).map(({ position }) => position)), copies, found);
    published += events.length;
    from = reached;
  }
  for (const [position, stored] of copies)
    if (position <= upTo || position > head) found.wrong.push(...wrongCopies('extra', position, stored));
  for (const sequence of unreadable) found.wrong.push({ kind: 'unreadable', position: 0, sequence });
  return { published, ...counts, findings: findingsOf(found), wrong: found.wrong };
}

/** Adds what is missing and different; takes the copies of these events, right or wrong, out of `copies`. */
function compareEvents(
  events: readonly CloudEventJson[],
  erased: ReadonlySet<number>,
  copies: Map<number, StoredCopy[]>,
  { missing, wrong }: Found,
): void {
  for (const event of events) {
    const position = Number(event.position);
    const stored = copies.get(position);
    const different = stored?.filter((copy) => !isCopyOf(event, copy.event, erased.has(position))) ?? [];
    if (!stored) missing.push(position);
    wrong.push(...wrongCopies('different', position, different));
    copies.delete(position);
  }
}

function findingsOf({ missing, wrong }: Found): Finding[] {
  const finding = (kind: Finding['kind'], of: readonly number[]): Finding => ({
    ...{ kind, count: of.length },
    examples: of.slice(0, EXAMPLES),
  });
  const having = (kind: WrongKind) => wrong.filter((copy) => copy.kind === kind);
  const positions = (kind: WrongKind) => [...new Set(having(kind).map(({ position }) => position))];
  const findings = [
    finding('missing', missing),
    finding('extra', positions('extra')),
    finding('different', positions('different')),
    finding(
      'unreadable',
      having('unreadable').map(({ sequence }) => sequence),
    ),
  ];
  return findings.filter(({ count }) => count > 0);
}

function isCopyOf(event: CloudEventJson, copy: ComparedEvent, isErased: boolean): boolean {
  const compared = inForm(event, copy.form);
  return compared.about === copy.about && (isErased || compared.data === copy.data);
}

function wrongCopies(kind: WrongKind, position: number, stored: readonly StoredCopy[]): WrongCopy[] {
  return stored.flatMap(({ sequences }) => sequences.map((sequence) => ({ kind, position, sequence })));
}

interface Copies {
  /** By position; more than one if they are not the same. */
  copies: Map<number, StoredCopy[]>;
  /** Sequence numbers of messages that hold no event, or that of another subject. */
  unreadable: number[];
  repeated: number;
  former: number;
}

async function readCopies<E extends AnyEvent>(options: CopyOptions<E>): Promise<Copies> {
  const formers = formersOf(options.definitions ?? publishedEvents);
  const read: Copies = { copies: new Map(), unreadable: [], repeated: 0, former: 0 };
  for await (const message of messagesOf(options)) {
    const event = eventIn(message);
    if (event?.type !== message.subject) {
      read.unreadable.push(message.seq);
      continue;
    }
    const position = Number(event.position);
    const compared = inForm(event, formers.get(event.type) ?? null);
    const before = read.copies.get(position);
    const same = before?.find((copy) => isDeepStrictEqual(copy.event, compared));
    if (compared.form) read.former += 1;
    if (before) read.repeated += 1;
    if (same) same.sequences.push(message.seq);
    else read.copies.set(position, [...(before ?? []), { event: compared, sequences: [message.seq] }]);
  }
  return read;
}

/** What the stream holds of a context when this begins. */
async function* messagesOf<E extends AnyEvent>({ bus, context }: CopyOptions<E>): AsyncGenerator<JsMsg> {
  const manager = await bus.jetstreamManager();
  const exists = await manager.streams.info(EVENTS_STREAM).then(Boolean, () => false);
  if (!exists) return;
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
      yield message;
    }
    // What has not arrived is late, or somebody has emptied the stream meanwhile.
    if (awaited > 0) left = Math.min(left + awaited, (await reader.info()).num_pending);
  }
  await manager.consumers.delete(EVENTS_STREAM, consumer.name);
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
