import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { devicesOf } from './devices-of-student.mjs';

const require = createRequire(import.meta.url);
const { UnreadableEvent } = require('@repairline/event-store/unreadable-event');

const takenIn = (deviceId, studentName) => ({ type: 'DeviceTakenIn', data: { deviceId, studentName } });
const unreadable = new UnreadableEvent({ id: 'e2', type: 'DeviceTakenIn', version: 9 }, new Error('unknown'));
const events = [takenIn('d1', 'Ada Park'), unreadable, takenIn('d3', null), takenIn('d4', ' ada  PARK ')];
const log = events.map((event, index) => ({ position: index + 1, event }));
const store = { head: async () => log.length, readAll: async (after, limit) => log.slice(after, after + limit) };

test('a student is found on every device although an event between cannot be read, which is told', async () => {
  assert.deepEqual(await devicesOf(store, 'Ada Park'), { devices: ['d1', 'd4'], unreadable: [2] });
});
