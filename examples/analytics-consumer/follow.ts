import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, nkeyAuthenticator, type Consumer, type ConsumerInfo, type JsMsg, type NatsConnection } from 'nats';
import type { Ledger, RepairsEvent } from './ledger.ts';

const BATCH = 100;

interface Credentials {
  servers: string;
  nkey: string;
  stream: string;
  consumer: string;
  apiPrefix: string;
}

export interface Following {
  connection: NatsConnection;
  consumer: Consumer;
  /** When the consumer was made: it may be made anew, and then begins with the first event. */
  created: string;
  /** Events whose predecessor has not been counted yet; at most 500, as the bus hands out no more without acks. */
  early: Map<string, InHand>;
  /** Whether to let early events go, because what precedes them was lost and has been published again with them. */
  letGo: boolean;
  /** When a batch last contained the next event, in milliseconds. */
  movedAt: number;
}

interface InHand {
  message: JsMsg;
  event: RepairsEvent;
}

export async function openConsumer(credentialsFile: string, { letGo }: Pick<Following, 'letGo'>): Promise<Following> {
  const credentials = readCredentials(credentialsFile);
  const authenticator = nkeyAuthenticator(new TextEncoder().encode(credentials.nkey));
  const connection = await connect({ servers: credentials.servers, authenticator, maxReconnectAttempts: -1 });
  // However long the bus is away, only a refusal closes the connection.
  void connection.closed().then((error) => {
    if (error) throw new Error(`The bus has ended the connection; has the account been removed?: ${error.message}`);
  });
  const { consumers } = connection.jetstream({ apiPrefix: credentials.apiPrefix });
  const consumer = await asked(() => consumers.get(credentials.stream, credentials.consumer));
  const { created } = await asked(() => consumer.info());
  return { connection, consumer, created, early: new Map(), letGo, movedAt: performance.now() };
}

function readCredentials(path: string): Credentials {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Credentials;
  } catch (error) {
    throw new Error(`${path} holds no credentials: ${(error as Error).message}`, { cause: error });
  }
}

const words = new Map([
  ['AUTHORIZATION_VIOLATION', 'The bus does not let in these credentials'],
  ['CONNECTION_REFUSED', 'The bus does not answer'],
]);

/** The reason the program ends, in one line. */
export function reasonOf(error: Error): string {
  const told = 'code' in error ? words.get(String(error.code)) : undefined;
  return told ? `${told}: ${error.message}` : error.message;
}

/**
 * A restart of the bus cuts questions off: they are asked again, while the client reconnects by itself. A bus that has
 * lost its storage has neither stream nor consumer until the product has made them again.
 */
const AWAY = new Set(['DISCONNECT', 'TIMEOUT', '404', '409', '503']);

async function whileAway(error: unknown): Promise<void> {
  if (!AWAY.has(String((error as { code?: string }).code))) throw error;
  await pause(500);
}

async function asked<T>(question: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      await whileAway(error);
    }
  }
}

/**
 * Takes the next batch into the ledger and acknowledges it afterwards. Events counted just before a crash are delivered
 * again, and are recognized by their position.
 * @returns whether any events are still waiting
 */
export async function takeBatch(following: Following, ledger: Ledger): Promise<boolean> {
  const { connection, consumer, early } = following;
  const before = await asked(() => consumer.info());
  // The messages in hand are another consumer's, whose acknowledgements would count for other events.
  if (before.created !== following.created) early.clear();
  following.created = before.created;
  try {
    for await (const message of await consumer.fetch({ max_messages: BATCH, expires: 1_000 })) {
      const event = message.json<RepairsEvent>();
      if (isMeant(event, before)) early.set(`${event.source} ${event.position}`, { message, event });
      else message.ack();
    }
  } catch (error) {
    await whileAway(error);
  }
  const counted = (source: string) => ledger.position(source) ?? 0;
  const { fresh, done } = sorted(early, counted);
  if (fresh.length > 0) ledger.take(fresh);
  for (const [key, { message }] of done) {
    message.ack();
    early.delete(key);
  }
  await asked(() => connection.flush());
  const info = await asked(() => consumer.info());
  if (done.length > 0 || early.size === 0) following.movedAt = performance.now();
  else if (isLost(following, info)) letGo(following, counted, info);
  return info.num_pending + info.num_ack_pending > 0;
}

/** After a power cut the bus may deliver events outside the consumer's filter. */
function isMeant({ source }: RepairsEvent, { config: { filter_subject: filter } }: ConsumerInfo): boolean {
  return filter === undefined || source === `/repairline/${filter.split('.')[1]}`;
}

/**
 * The program holds all that the bus hands out, and the next event is not among it. If another copy held that, it is
 * redelivered after the ack wait; after 1.5 times that, the stream has lost it. With --let-go, the lost events have been
 * published again behind those in hand, and there is nothing to wait for.
 */
function isLost({ early, letGo: isAllowed, movedAt }: Following, info: ConsumerInfo): boolean {
  const { max_ack_pending: most = Infinity, ack_wait = 0 } = info.config;
  const isFull = early.size >= most;
  if (isFull && isAllowed) return true;
  const isAll = info.num_pending === 0 && info.num_ack_pending === early.size;
  return (isFull || isAll) && performance.now() - movedAt > (1.5 * ack_wait) / 1e6;
}

function letGo({ early, letGo: isAllowed }: Following, counted: (source: string) => number, info: ConsumerInfo): void {
  const sources = [...new Set([...early.values()].map(({ event }) => event.source))];
  const again = sources.map((source) => `npm run replay -- ${source.split('/').at(-1)} --from ${counted(source) + 1}`);
  if (!isAllowed || info.num_pending === 0)
    throw new Error(`The stream has lost what comes next: ${again.join(' and ')}, then start this with --let-go`);
  // The events let go have been published again, too.
  for (const { message } of early.values()) message.ack();
  early.clear();
}

/**
 * The new events, in order, and all events that are done once those are counted. After a crash, or beside another copy,
 * the bus delivers later events before it redelivers what the other program held: an event whose predecessor has not
 * been counted stays here. Asking for redelivery would return them in a different order each time.
 */
function sorted(inHand: Map<string, InHand>, counted: (source: string) => number) {
  const reached = new Map<string, number>();
  const fresh: RepairsEvent[] = [];
  const done: [string, InHand][] = [];
  const inOrder = [...inHand].sort(([, one], [, other]) => Number(one.event.position) - Number(other.event.position));
  for (const entry of inOrder) {
    const [, { event }] = entry;
    const seen = reached.get(event.source) ?? counted(event.source);
    if (Number(event.predecessor) > seen) continue;
    done.push(entry);
    if (Number(event.position) <= seen) continue;
    checkForm(event);
    fresh.push(event);
    reached.set(event.source, Number(event.position));
  }
  return { fresh, done };
}

/** An event in a form this program does not know stays on the bus, unacknowledged, until the program can read it. */
function checkForm({ type }: RepairsEvent): void {
  if (type.split('.')[3] !== 'v1') throw new Error(`${type} is newer than this program`);
}
