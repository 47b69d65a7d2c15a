import { billingEvents, type BillingEvent } from '@repairline/contracts/billing/events';
import { publishedBillingEvents } from '@repairline/contracts/billing/published';
import { telltales } from '@repairline/messaging/testing/canary';
import { envelope } from '@repairline/projections/testing/given-events';
import golden from './domain/golden-events.json';
import { publish } from './publishing';

const published = golden.map(({ type, data }) => publish(envelope({ type, data } as BillingEvent, 1)));

test('nothing that was typed is told to the public', () => {
  expect(telltales(billingEvents, golden, publish)).toEqual([]);
  const typed = new Set(billingEvents.flatMap(({ personal }) => [...personal] as string[]));
  const told = published.flatMap((event) => Object.keys(event?.data ?? {}));
  expect(typed.size).toBeGreaterThan(0);
  expect(told.filter((field) => typed.has(field))).toEqual([]);
});

test('every published event has its schema, and every schema its event', () => {
  const names = published.flatMap((event) => (event ? [event.event] : []));
  expect(names.sort()).toEqual(Object.keys(publishedBillingEvents).sort());
});

test('what is noted on a device, and its number, stays inside', () => {
  const inside = golden.filter((_, index) => published[index] === null).map(({ type }) => type);
  expect(inside.sort()).toEqual(['BilledDeviceErased', 'BilledDeviceRenumbered', 'BillingNotesWritten']);
});
