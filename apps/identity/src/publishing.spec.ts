import { identityEvents, publishedIdentityEvents } from '@repairline/contracts/identity/events';
import { statusesOf } from '@repairline/contracts/published/published';
import { samplesAsRead } from '@repairline/event-store/testing/golden-events';
import { telltales } from '@repairline/messaging/testing/canary';
import { describePublishing } from '@repairline/messaging/testing/describe-publishing';
import { envelope } from '@repairline/projections/testing/given-events';
import golden from './domain/golden-events.json';
import { accessOf, evolve, initialState, type StaffEvent } from './domain/staff';
import { identityRegistry, publish } from './event-registry';

const samples = samplesAsRead(identityRegistry, golden);

describePublishing({
  events: identityEvents,
  samples,
  publish: publish,
  schemas: publishedIdentityEvents,
});

test('a name or an address in a published event would be found', () => {
  expect(telltales(identityEvents, samples, ({ event }) => told(event.data))).not.toEqual([]);
});

const told = (data: unknown) => ({ aggregate: 'user', event: 'everything', version: 1, data: { ...(data as object) } });

test('a published event sets the access or the role that subscribers are told', () => {
  for (const event of samples) {
    const published = publish(envelope(event, 1));
    if (!published || published.event === 'user-renamed') continue;
    const { userId } = event.data;
    const isNew = published.event === 'user-registered';
    const admin = evolve(initialState(), { type: 'UserPromoted', data: { userId } });
    const { status, role } = accessOf(isNew ? initialState() : evolve(admin, event as StaffEvent), userId);
    const told = statusesOf(identityEvents)[published.event];
    expect([event.type, [status, role]]).toEqual([event.type, expect.arrayContaining([told])]);
  }
});
