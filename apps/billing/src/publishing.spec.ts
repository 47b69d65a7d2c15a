import { billingEvents } from '@repairline/contracts/billing/events';
import { publishedBillingEvents } from '@repairline/contracts/billing/published';
import { samplesAsRead } from '@repairline/event-store/testing/golden-events';
import { telltales } from '@repairline/messaging/testing/canary';
import { envelope } from '@repairline/projections/testing/given-events';
import golden from './domain/golden-events.json';
import { billingRegistry } from './event-registry';
import { publish } from './publishing';

const samples = samplesAsRead(billingRegistry, golden);
const published = samples.map((event) => publish(envelope(event, 1)));

test('published events contain nothing that was typed', () => {
  expect(telltales(billingEvents, samples, publish)).toEqual([]);
  const typed = new Set(billingEvents.flatMap(({ personal }) => [...personal] as string[]));
  const told = published.flatMap((event) => Object.keys(event?.data ?? {}));
  expect(typed.size).toBeGreaterThan(0);
  expect(told.filter((field) => typed.has(field))).toEqual([]);
});

test('every published event has a schema, and every schema an event', () => {
  const names = published.flatMap((event) => event?.event ?? []);
  expect(new Set(names)).toEqual(new Set(Object.keys(publishedBillingEvents)));
});

test('billing notes, renumberings and erasures are not published', () => {
  const inside = new Set(samples.filter((_, index) => published[index] === null).map(({ type }) => type));
  expect([...inside].sort()).toEqual(['BilledDeviceErased', 'BilledDeviceRenumbered', 'BillingNotesWritten']);
});
