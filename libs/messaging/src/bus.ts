import { connect, Events, type NatsConnection } from 'nats';
import { remembered, type HealthCheck } from '@repairline/service-kit/monitoring/health';
import { natsOptions } from '@repairline/service-kit/bus/nats-options';

const ANSWERS_WITHIN_MS = 2_000;
const FRESH_MS = 5_000;

const replicas = new WeakMap<NatsConnection, number>();
const away = new WeakSet<NatsConnection>();
const returns = new WeakMap<NatsConnection, EventTarget>();

/**
 * A connection for events and notices. Reconnects forever; while the bus is away, publishing to JetStream rejects and
 * the relay retries. A bus that refuses the connection twice closes it: then the process ends, too, and is restarted
 * until it is let in. `streamReplicas` is the number of cluster servers that keep the streams created over this
 * connection.
 */
export async function connectBus(url: string, name: string, streamReplicas = 1): Promise<NatsConnection> {
  const bus = await connect(natsOptions(url, name));
  replicas.set(bus, streamReplicas);
  returns.set(bus, new EventTarget());
  void noteBreaks(bus);
  void bus.closed().then((error) => {
    if (error) throw new Error('The message bus has ended the connection', { cause: error });
  });
  return bus;
}

/** Whether it is connected at the moment. */
export function isConnected(bus: NatsConnection): boolean {
  return !bus.isClosed() && !away.has(bus);
}

/**
 * Whether the bus is connected and JetStream answers, and then whether `write` succeeds. After a write that failed, NATS
 * 2.9 blocks JetStream until it is killed, and newer servers switch it off; both go on with everything else.
 */
export function busHealth(
  bus: NatsConnection,
  write: () => Promise<boolean> = () => Promise.resolve(true),
): () => Promise<HealthCheck> {
  const asked = remembered(async () => ({ ok: (await jetStreamAnswers(bus)) && (await write()) }), FRESH_MS);
  return async () => (isConnected(bus) ? asked() : { ok: false });
}

async function jetStreamAnswers(bus: NatsConnection): Promise<boolean> {
  const asked = bus.request('$JS.API.INFO', undefined, { timeout: ANSWERS_WITHIN_MS });
  return asked.then(
    (answer) => answer.json<{ error?: unknown }>().error === undefined,
    () => false,
  );
}

async function noteBreaks(bus: NatsConnection): Promise<void> {
  for await (const { type } of bus.status()) {
    if (type === Events.Disconnect) away.add(bus);
    else if (type === Events.Reconnect) {
      away.delete(bus);
      returns.get(bus)?.dispatchEvent(new Event('back'));
    }
  }
}

/** Calls back each time the bus is back, until the signal is aborted. */
export function whenBack(bus: NatsConnection, heard: () => void, signal: AbortSignal): void {
  returns.get(bus)?.addEventListener('back', heard, { signal });
}

export function replicasOf(bus: NatsConnection): number {
  return replicas.get(bus) ?? 1;
}
