import { readFileSync } from 'node:fs';
import { connect, nkeyAuthenticator, type Consumer, type ConsumerConfig, type JsMsg, type NatsConnection } from 'nats';
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
  const consumer = await consumers.get(credentials.stream, credentials.consumer);
  return { connection, consumer, early: new Map(), letGo, movedAt: performance.now() };
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

/** A restart of the bus cuts questions off: they are asked again, while the client reconnects by itself. */
async function asked<T>(question: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      const { code } = error as { code?: string };
      if (code !== 'DISCONNECT' && code !== 'TIMEOUT') throw error;
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
  for await (const message of await consumer.fetch({ max_messages: BATCH, expires: 1_000 })) {
    const event = message.json<RepairsEvent>();
    early.set(`${event.source} ${event.position}`, { message, event });
  }
  const counted = (source: string) => ledger.position(source) ?? 0;
  const { fresh, done } = sorted(early, counted);
  if (fresh.length > 0) ledger.take(fresh);
  for (const [key, { message }] of done) {
    message.ack();
    early.delete(key);
  }
  await asked(() => connection.flush());
  const { num_pending: waiting, num_ack_pending: inHand, config } = await asked(() => consumer.info());
  if (done.length > 0) following.movedAt = performance.now();
  else if (isLost(following, config)) letGo(following, counted);
  return waiting + inHand > 0;
}

/**
 * The program holds as many events as the bus hands out, and the next one is not among them. If another copy held it,
 * it is redelivered after the ack wait; after 1.5 times that, the stream has lost it. With --let-go, the lost events
 * have been published again, and there is nothing to wait for.
 */
function isLost({ early, letGo: isAllowed, movedAt }: Following, { max_ack_pending, ack_wait = 0 }: ConsumerConfig) {
  if (early.size < (max_ack_pending ?? Infinity)) return false;
  return isAllowed || performance.now() - movedAt > (1.5 * ack_wait) / 1e6;
}

function letGo({ early, letGo: isAllowed }: Following, counted: (source: string) => number): void {
  const sources = [...new Set([...early.values()].map(({ event }) => event.source))];
  const again = sources.map((source) => `npm run replay -- ${source.split('/').at(-1)} --from ${counted(source) + 1}`);
  if (!isAllowed)
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
