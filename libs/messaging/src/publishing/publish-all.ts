import type { NatsConnection } from 'nats';
import { EVENTS_STREAM } from '@repairline/contracts/published/published-subjects';
import type { CloudEventJson } from '../cloud-event';
import { ensureEventsStream, forgetEventsStream } from '../events-stream';

/**
 * What was published before is lost on the bus now, but the stream may still know its id and would drop it: such events
 * go without an id.
 * @returns the stream's sequence numbers of the events, except those that it already had
 */
export async function publishAll(
  bus: NatsConnection,
  events: CloudEventJson[],
  publishedBefore: number,
): Promise<number[]> {
  await ensureEventsStream(bus);
  const jetstream = bus.jetstream();
  try {
    const answers = await Promise.all(
      events.map((event) => {
        const known = Number(event.position) <= publishedBefore ? {} : { msgID: event.id };
        const options = { ...known, expect: { streamName: EVENTS_STREAM } };
        return jetstream.publish(event.type, JSON.stringify(event), options);
      }),
    );
    return answers.filter(({ duplicate }) => !duplicate).map(({ seq }) => seq);
  } catch (error) {
    forgetEventsStream(bus);
    throw error;
  }
}
