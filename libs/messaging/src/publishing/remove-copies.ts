import type { NatsConnection } from 'nats';
import { EVENTS_STREAM } from '@repairline/contracts/published/published-subjects';

const AT_ONCE = 100;

/**
 * Removes messages from the stream for good, by their sequence numbers. No relay, of any context, may run meanwhile: it
 * would take the removal for a loss and publish its whole log again. So would the next one if the last message of its
 * context is removed, for which a server may then answer that there is none.
 */
export async function removeCopies(bus: NatsConnection, sequences: readonly number[]): Promise<void> {
  const { streams } = await bus.jetstreamManager();
  for (let at = 0; at < sequences.length; at += AT_ONCE) {
    const some = sequences.slice(at, at + AT_ONCE);
    await Promise.all(some.map((sequence) => streams.deleteMessage(EVENTS_STREAM, sequence)));
  }
}
