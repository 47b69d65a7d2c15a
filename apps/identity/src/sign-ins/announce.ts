import type { NatsConnection } from 'nats';
import { signInsEndedSubject, type SignInsEnded } from '@repairline/contracts/identity/published';

/** After it is so in the database: every gateway closes the sockets of these sign-ins. */
export function announceEnd(bus: NatsConnection, ended: SignInsEnded): void {
  if (!bus.isClosed()) bus.publish(signInsEndedSubject, JSON.stringify(ended));
}
