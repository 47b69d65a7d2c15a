import { repairsEvents, type RepairsEvent } from '@repairline/contracts/repairs/events';
import { publishedRepairsEvents } from '@repairline/contracts/repairs/published';
import { telltales } from '@repairline/messaging/testing/canary';
import { envelope } from '@repairline/projections/testing/given-events';
import golden from './domain/golden-events.json';
import { chipsIn, publish } from './publishing';

const published = golden.map(({ type, data }) => publish(envelope({ type, data } as RepairsEvent, 1)));

test('nothing that was typed about a student or a fault is told to the public', () => {
  expect(telltales(repairsEvents, golden, publish)).toEqual([]);
  const typed = new Set(repairsEvents.flatMap(({ personal }) => [...personal] as string[]));
  const told = published.flatMap((event) => Object.keys(event?.data ?? {}));
  expect(typed.size).toBeGreaterThan(0);
  expect(told.filter((field) => typed.has(field))).toEqual([]);
});

test('every published event has its schema, and every schema its event', () => {
  const names = published.flatMap((event) => (event ? [event.event] : []));
  expect(names.sort()).toEqual(Object.keys(publishedRepairsEvents).sort());
});

test('who claims a number, what is noted on a device and who works when stays inside', () => {
  const inside = golden.filter((_, index) => published[index] === null).map(({ type }) => type);
  expect(inside.sort()).toEqual([
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

test('issues are told as chips, whatever else was typed as Other', () => {
  expect(chipsIn('missing keys, Battery problems, and Bo dropped it, again')).toEqual([
    'Missing keys',
    'Battery problems',
    'Other',
  ]);
  expect(chipsIn(null)).toEqual([]);
});

test('turnaround runs in minutes from opening to completion, never below zero [d.life.turnaround-span]', () => {
  const [sample] = golden.filter(({ type }) => type === 'RepairCompleted');
  const event = { type: 'RepairCompleted', data: sample?.data } as RepairsEvent;
  const at = (occurredAt: string) => publish(envelope({ event, occurredAt }, 1))?.data;
  expect(at('2026-09-01T09:30:00.000Z')).toMatchObject({ turnaroundMinutes: 90 });
  expect(at('2026-08-31T09:30:00.000Z')).toMatchObject({ turnaroundMinutes: 0 });
});
