import { publishedEvents, type PublishedEventDefinition } from '@repairline/contracts/published/published-events';
import {
  ACK_WAIT_SECONDS,
  EVENTS_STREAM,
  MOST_UNACKNOWLEDGED,
  SUBSCRIBER_API,
} from '@repairline/contracts/published/published-subjects';
import { descriptionOf, eventSchemas, statusAfter } from './event-schemas';

const ABOUT = `Events of the district’s device repairs, for programs that count them, report on them or pass them on.

Each event is a CloudEvent 1.0 in structured JSON on the JetStream stream \`${EVENTS_STREAM}\`. \`npm run consumer -- add
<name>\` creates a subscriber, which may pull and acknowledge from its own durable consumer and nothing else. It prints
the credentials as JSON: \`servers\`, \`nkey\`, \`stream\`, \`consumer\` and \`apiPrefix\`.

The account has no JetStream of its own: its API prefix is \`apiPrefix\`, \`${SUBSCRIBER_API}\`, in place of \`$JS.API\`. The
consumer exists already, so bind to it: the account may not create one.

At most ${MOST_UNACKNOWLEDGED} events are delivered and unacknowledged at a time; the rest wait. An event that is not acknowledged within
${ACK_WAIT_SECONDS} seconds is delivered again.

Events of one source arrive in the order of their \`position\`, each at least once: store the highest position of each
source with your result, in one transaction, and skip events that are not beyond it. \`predecessor\` is the position of
the event before; if you have not seen that one, events were lost on the way and can be published again.

Each event is published in one version, the newest at the time; older events may stand in the stream in the version
before. Stop at a version that you do not know.

People, devices and repairs are ids. Of what people typed, events hold the model and the asset number of a device and
nothing else. These two are free text, so a name stands in an event if somebody typed it there, and no erasure removes it.

A running product shows a first program and a table of the statuses that events set at \`/api/docs/events\`. The guide is
\`docs/events/README.md\` in the product’s sources: what to do about gaps, after a restore, and from another machine.`;

/** The AsyncAPI 3 document of the published events. */
export function asyncApi(
  version: string,
  events: readonly PublishedEventDefinition[] = publishedEvents,
): Record<string, unknown> {
  const schemas = eventSchemas(events);
  return {
    asyncapi: '3.0.0',
    info: { title: 'Repairline events', version, description: ABOUT, license: { name: 'MIT' } },
    defaultContentType: 'application/cloudevents+json',
    servers: {
      district: {
        host: '{host}:{port}',
        protocol: 'nats',
        description: 'The message bus of the district; `npm run consumer -- add` prints its address',
        variables: { host: { default: 'localhost' }, port: { default: '4222' } },
        security: [{ $ref: '#/components/securitySchemes/nkey' }],
      },
    },
    channels: mapped(events, (event) => ({
      address: event.type,
      title: descriptionOf(event),
      messages: { [event.name]: { $ref: `#/components/messages/${keyOf(event)}` } },
    })),
    operations: mapped(events, (event) => ({
      action: 'send',
      title: descriptionOf(event),
      channel: { $ref: `#/channels/${keyOf(event)}` },
      messages: [{ $ref: `#/channels/${keyOf(event)}/messages/${event.name}` }],
    })),
    components: {
      messages: mapped(events, (event) => ({
        name: event.type,
        title: descriptionOf(event),
        ...statusNote(event),
        contentType: 'application/cloudevents+json',
        payload: { $ref: `#/components/schemas/${keyOf(event)}` },
      })),
      schemas: mapped(events, (event) => schemas.get(event.type)),
      securitySchemes: {
        nkey: {
          type: 'asymmetricEncryption',
          description: 'The nkey of the subscriber; the server knows its public key',
        },
      },
    },
  };
}

function statusNote(event: PublishedEventDefinition) {
  const status = statusAfter(event);
  return status ? { summary: `The status after it: ${status}` } : {};
}

const keyOf = ({ context, name, version }: PublishedEventDefinition): string => `${context}.${name}.v${version}`;

function mapped(events: readonly PublishedEventDefinition[], of: (event: PublishedEventDefinition) => unknown) {
  return Object.fromEntries(events.map((event) => [keyOf(event), of(event)]));
}
