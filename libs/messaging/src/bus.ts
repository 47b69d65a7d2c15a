import { connect, Events, type NatsConnection } from 'nats';
import { natsOptions } from '@repairline/service-kit/nats-options';

const replicas = new WeakMap<NatsConnection, number>();
const away = new WeakSet<NatsConnection>();

/**
 * A connection for events and notices. Reconnects forever; while the bus is away, publishing to JetStream rejects and
 * the relay retries. A bus that refuses the connection twice closes it: then the process ends, too, and is restarted
 * until it is let in. `streamReplicas` is the number of cluster servers that keep the streams created over this
 * connection.
 */
export async function connectBus(url: string, name: string, streamReplicas = 1): Promise<NatsConnection> {
  const bus = await connect(natsOptions(url, name));
  replicas.set(bus, streamReplicas);
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

async function noteBreaks(bus: NatsConnection): Promise<void> {
  for await (const { type } of bus.status()) {
    if (type === Events.Disconnect) away.add(bus);
    else if (type === Events.Reconnect) away.delete(bus);
  }
}

export function replicasOf(bus: NatsConnection): number {
  return replicas.get(bus) ?? 1;
}
