import type { NatsConnection } from 'nats';
import { signInsEndedSubject, type SignInsEnded } from '@repairline/contracts/published/published-subjects';

/** Call after the database has changed: every gateway then closes the sockets of these sign-ins. */
export function announceEnd(bus: NatsConnection, ended: SignInsEnded): void {
  if (!bus.isClosed()) bus.publish(signInsEndedSubject, JSON.stringify(ended));
}
