import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { devicesOf, mostSimilar } from './devices-of-student.mjs';

const require = createRequire(import.meta.url);
const { UnreadableEvent } = require('@repairline/event-store/unreadable-event');

const takenIn = (deviceId, studentName) => ({ type: 'DeviceTakenIn', data: { deviceId, studentName } });
const unreadable = new UnreadableEvent({ id: 'e2', type: 'DeviceTakenIn', version: 9 }, new Error('unknown'));
const events = [takenIn('d1', 'Ada Park'), unreadable, takenIn('d3', null), takenIn('d4', ' ada  PARK ')];
const logOf = (events) => events.map((event, index) => ({ position: index + 1, event }));
const storeOf = (log) => ({
  head: async () => log.length,
  readAll: async (after, limit) => log.slice(after, after + limit),
});

test('a student is found on every device although an event between cannot be read, which is told', async () => {
  const { devices, unreadable } = await devicesOf(storeOf(logOf(events)), 'Ada Park');
  assert.deepEqual({ devices, unreadable }, { devices: ['d1', 'd4'], unreadable: [2] });
});

test('a student is found however the quotes, dashes and accents of the name were typed', async () => {
  const names = ['Seán O’Connor', "SEAN O'CONNOR", 'Sean O’Conner', null, 'Anna–Lena', ''];
  const store = storeOf(logOf(names.map((name, index) => takenIn(`d${index}`, name))));
  assert.deepEqual(await devicesOf(store, "Sea\u0301n O'Connor"), {
    devices: ['d0', 'd1'],
    spellings: ['Seán O’Connor', "SEAN O'CONNOR"],
    others: ['Sean O’Conner', 'Anna–Lena'],
    unreadable: [],
  });
  assert.deepEqual((await devicesOf(store, 'anna-lena')).devices, ['d4']);
});

test('the texts most like a mistyped one come first, and those unlike it not at all', () => {
  const names = ['Ada Park', 'Ada Parker', 'Sean O’Conner', 'Seana Connors', 'Tom Tinker', 'ばば'];
  assert.deepEqual(mostSimilar("Sean O'Connor", names), ['Sean O’Conner', 'Seana Connors']);
  assert.deepEqual(mostSimilar('Park, Ada', names), ['Ada Park', 'Ada Parker']);
  assert.deepEqual(mostSimilar('CB4711', ['CB-4711', 'CB-4710', 'SN-2000']), ['CB-4711', 'CB-4710']);
  assert.deepEqual(mostSimilar('…', names), []);
  assert.equal(
    mostSimilar(
      'Ada',
      Array.from({ length: 20 }, (_, n) => `Ada ${n % 10}`),
    ).length,
    10,
  );
});
