import { connect, type NatsConnection } from 'nats';
import { natsOptions } from '@repairline/service-kit/nats-options';

/** A connection for events and notices. Reconnects for ever; while it is away, publishing to JetStream rejects and the relay tries again. */
export function connectBus(url: string, name: string): Promise<NatsConnection> {
  return connect(natsOptions(url, name));
}
