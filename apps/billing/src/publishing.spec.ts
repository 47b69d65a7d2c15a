import { billingEvents, publishedBillingEvents } from '@repairline/contracts/billing/events';
import { statusesOf } from '@repairline/contracts/published/published';
import { samplesAsRead } from '@repairline/event-store/testing/golden-events';
import { describePublishing } from '@repairline/messaging/testing/describe-publishing';
import { envelope } from '@repairline/projections/testing/given-events';
import { evolve, initialState, type BillingItemEvent } from './domain/billing-item';
import golden from './domain/golden-events.json';
import { billingRegistry, publish } from './event-registry';

const samples = samplesAsRead(billingRegistry, golden);

describePublishing({ events: billingEvents, samples, publish, schemas: publishedBillingEvents });

test('billing notes, renumberings and erasures are not published', () => {
  const inside = new Set(samples.filter((event) => publish(envelope(event, 1)) === null).map(({ type }) => type));
  expect([...inside].sort()).toEqual(['BilledDeviceErased', 'BilledDeviceRenumbered', 'BillingNotesWritten']);
});

test('a published event sets the status that subscribers are told', () => {
  for (const event of samples) {
    const published = publish(envelope(event, 1));
    if (!published) continue;
    const told = statusesOf(billingEvents)[published.event];
    expect([event.type, evolve(initialState(), event as BillingItemEvent).status]).toEqual([event.type, told]);
  }
});
