import { billingEvents } from '@repairline/contracts/billing/events';
import { publishedBillingEvents } from '@repairline/contracts/billing/published';
import { samplesAsRead } from '@repairline/event-store/testing/golden-events';
import { describePublishing } from '@repairline/messaging/testing/describe-publishing';
import { envelope } from '@repairline/projections/testing/given-events';
import golden from './domain/golden-events.json';
import { billingRegistry } from './event-registry';
import { publish } from './publishing';

const samples = samplesAsRead(billingRegistry, golden);

describePublishing({ events: billingEvents, samples, publish, schemas: publishedBillingEvents });

test('billing notes, renumberings and erasures are not published', () => {
  const inside = new Set(samples.filter((event) => publish(envelope(event, 1)) === null).map(({ type }) => type));
  expect([...inside].sort()).toEqual(['BilledDeviceErased', 'BilledDeviceRenumbered', 'BillingNotesWritten']);
});
