import { repairsEvents, type RepairsEvent } from '@repairline/contracts/repairs/events';
import { publishedRepairsEvents } from '@repairline/contracts/repairs/published';
import { samplesAsRead } from '@repairline/event-store/testing/golden-events';
import { telltales } from '@repairline/messaging/testing/canary';
import { envelope } from '@repairline/projections/testing/given-events';
import golden from './domain/golden-events.json';
import { repairsRegistry } from './event-registry';
import { chipsIn, publish } from './publishing';

const samples = samplesAsRead(repairsRegistry, golden);
const published = samples.map((event) => publish(envelope(event, 1)));

test('published events contain nothing typed about a student or a fault', () => {
  expect(telltales(repairsEvents, samples, publish)).toEqual([]);
  const typed = new Set(repairsEvents.flatMap(({ personal }) => [...personal] as string[]));
  const told = published.flatMap((event) => Object.keys(event?.data ?? {}));
  expect(typed.size).toBeGreaterThan(0);
  expect(told.filter((field) => typed.has(field))).toEqual([]);
});

test('every published event has a schema, and every schema an event', () => {
  const names = published.flatMap((event) => event?.event ?? []);
  expect(new Set(names)).toEqual(new Set(Object.keys(publishedRepairsEvents)));
});

test('claims of numbers, notes on a device and work sessions are not published', () => {
  const inside = new Set(samples.filter((_, index) => published[index] === null).map(({ type }) => type));
  expect([...inside].sort()).toEqual([
    'AssetNumberChangeAbandoned',
    'AssetNumberClaimed',
    'AssetNumberReleased',
    'InitialIssueCorrected',
    'NotesRewritten',
    'StudentRecorded',
    'WorkSessionEnded',
    'WorkSessionStarted',
  ]);
});

test('issues are published as chips, and any other text as Other', () => {
  expect(chipsIn('missing keys, Battery problems, and Bo dropped it, again')).toEqual([
    'Missing keys',
    'Battery problems',
    'Other',
  ]);
  expect(chipsIn(null)).toEqual([]);
});

test('turnaround is the minutes from opening to completion, never below zero [d.life.turnaround-span]', () => {
  const event = samples.find(({ type }) => type === 'RepairCompleted') as RepairsEvent;
  const at = (occurredAt: string) => publish(envelope({ event, occurredAt }, 1))?.data;
  expect(at('2026-09-01T09:30:00.000Z')).toMatchObject({ turnaroundMinutes: 90 });
  expect(at('2026-08-31T09:30:00.000Z')).toMatchObject({ turnaroundMinutes: 0 });
});
