import { identityEvents } from '@repairline/contracts/identity/events';
import { publishedIdentityEvents } from '@repairline/contracts/identity/published';
import { samplesAsRead } from '@repairline/event-store/testing/golden-events';
import { telltales } from '@repairline/messaging/testing/canary';
import { describePublishing } from '@repairline/messaging/testing/describe-publishing';
import golden from './domain/golden-events.json';
import { identityRegistry } from './event-registry';
import { publishUser } from './publishing';

const samples = samplesAsRead(identityRegistry, golden);

describePublishing({
  events: identityEvents,
  samples,
  publish: publishUser,
  schemas: publishedIdentityEvents,
});

test('a name or an address in a published event would be found', () => {
  expect(telltales(identityEvents, samples, ({ event }) => told(event.data))).not.toEqual([]);
});

const told = (data: unknown) => ({ aggregate: 'user', event: 'everything', version: 1, data: { ...(data as object) } });
