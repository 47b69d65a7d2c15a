import { chipsIn, REPAIR_COMPLETED, WORK_STARTED } from '@repairline/contracts/issues';
import {
  repairsEvents,
  type DeviceEvent,
  type RepairsEvent,
  publishedRepairsEvents,
} from '@repairline/contracts/repairs/events';
import { statusesOf } from '@repairline/contracts/published/published';
import { samplesAsRead } from '@repairline/event-store/testing/golden-events';
import { describePublishing } from '@repairline/messaging/testing/describe-publishing';
import { envelope } from '@repairline/projections/testing/given-events';
import { evolve, type DeviceState, type KnownDevice } from './domain/device';
import golden from './domain/golden-events.json';
import { repairsRegistry, publish } from './event-registry';

const samples = samplesAsRead(repairsRegistry, golden);

describePublishing({ events: repairsEvents, samples, publish, schemas: publishedRepairsEvents });

test('claims of numbers, notes on a device and work sessions are not published', () => {
  const inside = new Set(samples.filter((event) => publish(envelope(event, 1)) === null).map(({ type }) => type));
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

test('a published event sets the status that subscribers are told, and leaves it otherwise', () => {
  const [takenIn] = samples.filter(({ type }) => type === 'DeviceTakenIn');
  const intake = evolve({ status: 'none' }, takenIn as DeviceEvent) as KnownDevice;
  const scrapped: DeviceState = { status: 'PARTS', facts: intake.facts, before: 'INTAKE' };
  const others = (['IN_PROGRESS', 'COMPLETED'] as const).map((status) => ({ status, facts: intake.facts }));
  for (const event of samples as RepairsEvent[]) {
    const published = publish(envelope(event, 1));
    if (!published) continue;
    const after = statusesOf(repairsEvents)[published.event];
    const told = typeof after === 'object' ? (published.data as { to: string }).to : after;
    for (const before of [intake, scrapped, ...others])
      expect([event.type, evolve(before, event as DeviceEvent).status]).toEqual([event.type, told ?? before.status]);
  }
});

test('issues are published as chips, and any other text as Other', () => {
  expect(chipsIn('missing keys, Battery problems, and Bo dropped it, again')).toEqual([
    'Missing keys',
    'Battery problems',
    'Other',
  ]);
  expect(chipsIn(null)).toEqual([]);
  expect(chipsIn(WORK_STARTED)).toEqual(['Other']);
  expect(chipsIn(REPAIR_COMPLETED)).toEqual(['Other']);
});

// proves d.life.turnaround-span
test('turnaround is the minutes from opening to completion, never below zero', () => {
  const event = samples.find(({ type }) => type === 'RepairCompleted') as RepairsEvent;
  const at = (occurredAt: string) => publish(envelope({ event, occurredAt }, 1))?.data;
  expect(at('2026-09-01T09:30:00.000Z')).toMatchObject({ turnaroundMinutes: 90 });
  expect(at('2026-08-31T09:30:00.000Z')).toMatchObject({ turnaroundMinutes: 0 });
});
