import { connect, type NatsConnection } from 'nats';
import { natsOptions } from '@repairline/service-kit/nats-options';

const replicas = new WeakMap<NatsConnection, number>();

/**
 * A connection for events and notices. Reconnects for ever; while it is away, publishing to JetStream rejects and the
 * relay tries again. `streamReplicas`: on how many servers of a cluster that is kept which is made over it.
 */
export async function connectBus(url: string, name: string, streamReplicas = 1): Promise<NatsConnection> {
  const bus = await connect(natsOptions(url, name));
  replicas.set(bus, streamReplicas);
  return bus;
}

export function replicasOf(bus: NatsConnection): number {
  return replicas.get(bus) ?? 1;
}
