import { AckPolicy, DeliverPolicy, type Consumer, type ConsumerMessages, type JsMsg, type NatsConnection } from 'nats';
import { isAway } from '@repairline/contracts/domain-error';
import { contextOf, EVENTS_STREAM, publishedSubjects } from '@repairline/contracts/published/published-subjects';
import type { CallClient } from '../calls/call-client';
import { cloudEvent, jsonIn, type CloudEvent } from '../cloud-event';
import { whenBack } from '../bus';
import { ensureEventsStream, forgetEventsStream, isBeyondStream, rewind } from '../events-stream';
import { askOwner, isOfOtherVersion, type IsOfOtherVersion } from './ask-owner';
import { batched } from './batched';
import { readPosition } from './consumed-position';
import { withDeadLetters, type ApplyEvents, type EffectOptions } from './with-dead-letters';

/** With more waiting events than this, reading the owner's log in pages is faster than one by one from the bus. */
const MANY = 20;

/** How long an event waits for others, and for how many, so that many at once cost one transaction. */
const GATHER_MS = 40;
const MOST_AT_ONCE = 200;

/** How long one pull lasts. A cluster server that dies takes its pulls with it; noticing that takes as long again. */
const PULL_MS = 4_000;

export interface FollowOptions extends EffectOptions {
  bus: NatsConnection;
  calls: CallClient;
  by: string;
  /** As in `Source` of `consume.ts`. */
  apartMs?: number | undefined;
  /** As in `Source` of `consume.ts`. */
  isOther?: IsOfOtherVersion | undefined;
}

/**
 * Takes in what a context publishes for one lease, until the signal is aborted or the bus has been away: it may come back
 * without the events that it delivered last. The consumer is looked at first, and the owner asked afterwards, so that
 * no event is passed over by both.
 */
export async function followUntil(options: FollowOptions, stopped: AbortSignal): Promise<void> {
  const [back, over] = [new AbortController(), new AbortController()];
  const signal = AbortSignal.any([stopped, back.signal]);
  whenBack(options.bus, () => back.abort(), over.signal);
  let messages: ConsumerMessages | undefined;
  // Not awaited: closing resolves only while somebody iterates, which is the loop below.
  const close = () => void messages?.close();
  signal.addEventListener('abort', close);
  try {
    const applyEvents = await withDeadLetters(
      { ...options, late: (event) => retryInCurrentForm(options, event, signal) },
      signal,
    );
    const opened = openConsumer(options);
    // The owner is asked even if the bus is away.
    await opened.catch(() => undefined);
    if (!(await caughtUp(options, applyEvents, signal))) return;
    // If the bus loses its storage, the loop ends; the next lease starts by asking the owner for what was missed.
    messages = await (await opened).consume({ max_messages: 200, expires: PULL_MS, abort_on_missing_resource: true });
    if (signal.aborted) close();
    for await (const group of batched(messages, { ms: GATHER_MS, most: MOST_AT_ONCE, apartMs: options.apartMs })) {
      if (signal.aborted) break;
      await receive(options, applyEvents, group, signal);
    }
  } finally {
    over.abort();
    signal.removeEventListener('abort', close);
    forgetEventsStream(options.bus);
    close();
  }
}

/** False if the owner does not answer yet, as when all services start at once; the lead is then taken again shortly. */
async function caughtUp(options: FollowOptions, applyEvents: ApplyEvents, signal: AbortSignal): Promise<boolean> {
  try {
    await replayFrom(options, applyEvents, await readPosition(options.pool, options.of), signal);
    return !signal.aborted;
  } catch (error) {
    if (!isAway(error)) throw error;
    options.logger.info({ of: options.of, why: error.message }, 'waiting for the owner of the events');
    return false;
  }
}

async function openConsumer({ bus, of, by, logger }: FollowOptions): Promise<Consumer> {
  await ensureEventsStream(bus);
  const manager = await bus.jetstreamManager();
  const durable = `${by}-${of}`;
  const known = await manager.consumers.add(EVENTS_STREAM, {
    durable_name: durable,
    filter_subject: publishedSubjects(of),
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    max_ack_pending: 1_000,
  });
  if (await isBeyondStream(manager, known)) {
    logger.warn({ of, delivered: known.delivered.stream_seq }, 'the bus has lost events that it had delivered');
    await rewind(manager, known).catch((error: unknown) =>
      logger.warn({ err: error, of }, 'the consumer could not be made anew: events may come late'),
    );
  }
  return bus.jetstream().consumers.get(EVENTS_STREAM, durable);
}

async function receive(
  options: FollowOptions,
  applyEvents: ApplyEvents,
  group: JsMsg[],
  signal: AbortSignal,
): Promise<void> {
  const seen = await readPosition(options.pool, options.of);
  const fresh = readable(options, group).filter(({ position }) => position > seen);
  const last = fresh.at(-1);
  if (last) {
    const isBetterAsked =
      (group.at(-1)?.info.pending ?? 0) > MANY || fresh.some(({ type }) => (options.isOther ?? isOfOtherVersion)(type));
    if (isBetterAsked || hasGap(seen, fresh)) await replayFrom(options, applyEvents, seen, signal);
    else await applyEvents(fresh, { after: seen, upTo: last.position });
  }
  if (signal.aborted) return;
  for (const message of group) message.ack();
}

/** In the order of the log, each once: the bus may deliver an event twice, and the second time late. */
function readable({ logger, of }: FollowOptions, group: readonly JsMsg[]): CloudEvent[] {
  const events = new Map<number, CloudEvent>();
  for (const message of group) {
    const parsed = cloudEvent.safeParse(jsonIn(message));
    if (parsed.success) {
      // A bus that has lost events may deliver those of other contexts, whose positions mean something else.
      if (contextOf(parsed.data.type) === of) events.set(parsed.data.position, parsed.data);
      continue;
    }
    logger.error({ subject: message.subject, sequence: message.seq }, 'an event on the bus cannot be read');
    // No reason is given: NATS 2.9 does not understand one and would deliver the message again and again.
    message.term();
  }
  return [...events.values()].sort((one, other) => one.position - other.position);
}

/** Whether an event is missing between what has been taken in and these, or among them. */
function hasGap(seen: number, events: readonly CloudEvent[]): boolean {
  return events.some(({ predecessor }, index) => predecessor > (events[index - 1]?.position ?? seen));
}

/** @returns the position reached */
async function replayFrom(
  options: FollowOptions,
  applyEvents: ApplyEvents,
  start: number,
  signal: AbortSignal,
): Promise<number> {
  for (let after = start; !signal.aborted;) {
    const { events, upTo } = await askOwner(options.calls, options.of, after, options.isOther);
    if (upTo === after) return after;
    await applyEvents(events, { after, upTo });
    after = upTo;
  }
  return start;
}

/** A dead letter was stored in the form it came in; the owner has the event in the version read now. */
async function retryInCurrentForm(
  { calls, of, late, isOther = isOfOtherVersion }: FollowOptions,
  letter: CloudEvent,
  signal: AbortSignal,
): Promise<void> {
  if (!isOther(letter.type)) return late(letter, signal);
  const { events } = await askOwner(calls, of, letter.position - 1, isOther);
  const event = events.find(({ position }) => position === letter.position);
  if (!event) throw new Error(`${of} does not tell of ${letter.type} any more`);
  await late(event, signal);
}
