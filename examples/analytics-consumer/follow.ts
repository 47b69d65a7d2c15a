import { readFileSync } from 'node:fs';
import { connect, nkeyAuthenticator, type Consumer, type JsMsg, type NatsConnection } from 'nats';
import type { Ledger, RepairsEvent } from './ledger.ts';

const BATCH = 100;
const ASK_AGAIN_MS = 500;

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
}

export async function openConsumer(credentialsFile: string): Promise<Following> {
  const credentials = JSON.parse(readFileSync(credentialsFile, 'utf8')) as Credentials;
  const authenticator = nkeyAuthenticator(new TextEncoder().encode(credentials.nkey));
  const connection = await connect({ servers: credentials.servers, authenticator });
  const { consumers } = connection.jetstream({ apiPrefix: credentials.apiPrefix });
  return { connection, consumer: await consumers.get(credentials.stream, credentials.consumer) };
}

/**
 * Takes the next batch into the ledger and acknowledges it afterwards: what was counted just before a crash comes
 * again, and is known by its position.
 * @returns whether anything still waits
 */
export async function takeBatch({ connection, consumer }: Following, ledger: Ledger, from: number): Promise<boolean> {
  const messages: JsMsg[] = [];
  for await (const message of await consumer.fetch({ max_messages: BATCH, expires: 1_000 })) messages.push(message);
  const { fresh, early } = sorted(messages, (source) => ledger.position(source) ?? from);
  if (fresh.length > 0) ledger.take(fresh);
  for (const message of messages) {
    if (early.has(message)) message.nak(ASK_AGAIN_MS);
    else message.ack();
  }
  await connection.flush();
  const { num_pending: waiting, num_ack_pending: inHand } = await consumer.info();
  return waiting + inHand > 0;
}

/**
 * What is new, in order. After a crash the bus may give out later events before it brings again what the crashed
 * program had in hand: an event whose predecessor has not been counted is too early, and is asked for once more.
 */
function sorted(messages: readonly JsMsg[], counted: (source: string) => number) {
  const reached = new Map<string, number>();
  const fresh: RepairsEvent[] = [];
  const early = new Set<JsMsg>();
  for (const message of messages) {
    const event = message.json<RepairsEvent>();
    const seen = reached.get(event.source) ?? counted(event.source);
    if (Number(event.position) <= seen) continue;
    if (Number(event.predecessor) > seen) {
      early.add(message);
      continue;
    }
    checkForm(event);
    fresh.push(event);
    reached.set(event.source, Number(event.position));
  }
  return { fresh, early };
}

/** A form that this program does not know waits on the bus, unacknowledged, until the program has learnt to read it. */
function checkForm({ type }: RepairsEvent): void {
  if (type.split('.')[3] !== 'v1') throw new Error(`${type} is newer than this program`);
}
