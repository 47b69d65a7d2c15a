import { connect, Events, type NatsConnection } from 'nats';
import { natsOptions } from '@repairline/service-kit/nats-options';

const replicas = new WeakMap<NatsConnection, number>();
const away = new WeakSet<NatsConnection>();

/**
 * A connection for events and notices. Reconnects for ever; while it is away, publishing to JetStream rejects and the
 * relay tries again. A bus that refuses the connection twice ends it: then the process ends too, to be started again
 * until it is let in. `streamReplicas`: on how many servers of a cluster that is kept which is made over it.
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
