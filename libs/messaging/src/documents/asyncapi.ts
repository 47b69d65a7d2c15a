import { publishedEvents, type PublishedEventDefinition } from '@repairline/contracts/published-events';
import { EVENTS_STREAM } from '../cloud-event';
import { eventSchemas } from './event-schemas';

const ABOUT = `What happens in the district’s device repairs, for programs that count, report or pass it on.

Each event is a CloudEvent 1.0 in structured JSON on the JetStream stream \`${EVENTS_STREAM}\`. A subscriber is made with
\`npm run consumer -- add <name>\`, and pulls and acknowledges its own durable consumer; it can do nothing else.

Events of one source come in the order of their \`position\`, each at least once: keep the highest position of each
source beside your result, in one transaction, and pass over what is not beyond it. \`predecessor\` names the position
of the event before; where you have not seen that one, events were lost on the way and can be published again.

No names, no emails, nothing that was typed about a student or a fault: people and devices are ids.`;

/** The AsyncAPI 3 document of the published events. */
export function asyncApi(version: string): Record<string, unknown> {
  const schemas = eventSchemas();
  return {
    asyncapi: '3.0.0',
    info: { title: 'Repairline events', version, description: ABOUT, license: { name: 'MIT' } },
    defaultContentType: 'application/cloudevents+json',
    servers: {
      district: {
        host: '{host}:{port}',
        protocol: 'nats',
        description: 'The bus of the district; `npm run consumer -- add` tells its address',
        variables: { host: { default: 'localhost' }, port: { default: '4222' } },
        security: [{ $ref: '#/components/securitySchemes/nkey' }],
      },
    },
    channels: mapped(publishedEvents, (event) => ({
      address: event.type,
      title: event.what,
      messages: { [event.name]: { $ref: `#/components/messages/${keyOf(event)}` } },
    })),
    operations: mapped(publishedEvents, (event) => ({
      action: 'send',
      title: event.what,
      channel: { $ref: `#/channels/${keyOf(event)}` },
      messages: [{ $ref: `#/channels/${keyOf(event)}/messages/${event.name}` }],
    })),
    components: {
      messages: mapped(publishedEvents, (event) => ({
        name: event.type,
        title: event.what,
        contentType: 'application/cloudevents+json',
        payload: { $ref: `#/components/schemas/${keyOf(event)}` },
      })),
      schemas: mapped(publishedEvents, (event) => schemas.get(event.type)),
      securitySchemes: {
        nkey: {
          type: 'asymmetricEncryption',
          description: 'The nkey of the subscriber; the server knows its public part',
        },
      },
    },
  };
}

const keyOf = ({ context, name, version }: PublishedEventDefinition): string => `${context}.${name}.v${version}`;

function mapped(events: readonly PublishedEventDefinition[], of: (event: PublishedEventDefinition) => unknown) {
  return Object.fromEntries(events.map((event) => [keyOf(event), of(event)]));
}
