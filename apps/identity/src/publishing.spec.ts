import { identityEvents } from '@repairline/contracts/identity/events';
import { publishedIdentityEvents } from '@repairline/contracts/identity/published';
import { samplesAsRead } from '@repairline/event-store/testing/golden-events';
import { telltales } from '@repairline/messaging/testing/canary';
import { envelope } from '@repairline/projections/testing/given-events';
import golden from './domain/golden-events.json';
import { identityRegistry } from './event-registry';
import { publishUser } from './publishing';

const samples = samplesAsRead(identityRegistry, golden);

test('published events contain no name and no address', () => {
  expect(identityEvents.flatMap(({ personal }) => [...personal])).not.toEqual([]);
  expect(telltales(identityEvents, samples, publishUser)).toEqual([]);
  expect(telltales(identityEvents, samples, ({ event }) => told(event.data))).not.toEqual([]);
});

test('every published event has a schema, and every schema an event', () => {
  const published = samples.flatMap((event) => publishUser(envelope(event, 1)) ?? []);
  expect(new Set(published.map(({ event }) => event))).toEqual(new Set(Object.keys(publishedIdentityEvents)));
});

const told = (data: unknown) => ({ aggregate: 'user', event: 'everything', version: 1, data: { ...(data as object) } });
