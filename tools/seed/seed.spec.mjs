import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { deviceHistory } from './device-history.mjs';
import { createRandom } from './random.mjs';

const { builtInSchools } = createRequire(import.meta.url)('@repairline/contracts/district');
const staff = [{ id: 'one' }, { id: 'two' }];
const until = new Date('2026-11-20T12:00:00Z');
const historyBy = (moment, number, seed = '1') =>
  deviceHistory({ seed, number, schools: builtInSchools, staff, until: moment });
const history = (number, seed) => historyBy(until, number, seed);
const district = Array.from({ length: 1_500 }, (_, number) => history(number));
const events = district.flatMap((device) => device.events);

test('the same seed makes the same district, another seed another one', () => {
  assert.deepEqual(history(7), history(7));
  assert.notDeepEqual(history(7).events, history(7, '2').events);
});

test('every device begins with its intake, and its events are in order and end by the given day', () => {
  for (const device of district) {
    assert.equal(device.events[0].event.type, 'DeviceTakenIn');
    const moments = device.events.map(({ occurredAt }) => occurredAt.getTime());
    assert.deepEqual(
      moments,
      moments.toSorted((one, other) => one - other),
    );
    assert.ok(moments.at(-1) <= until.getTime());
  }
});

test('at a later time of day the earlier events are the same, and none are in the future', () => {
  const [morning, evening] = [new Date('2026-11-19T14:30:00Z'), new Date('2026-11-19T20:30:00Z')];
  let addedMeanwhile = 0;
  for (let number = 0; number < 5_000; number += 1) {
    const [early, late] = [historyBy(morning, number).events, historyBy(evening, number).events];
    assert.deepEqual(
      early,
      late.filter(({ occurredAt }) => occurredAt <= morning),
    );
    assert.ok(early.length > 0 && late.at(-1).occurredAt <= evening, `device ${number}`);
    addedMeanwhile += late.length - early.length;
  }
  assert.ok(addedMeanwhile > 0);
});

test('work happens on working days, from 13 to 21 UTC', () => {
  const isAtWork = (date) => date.getUTCDay() % 6 !== 0 && date.getUTCHours() >= 13 && date.getUTCHours() < 21;
  const outside = events.filter(({ occurredAt }) => !isAtWork(occurredAt));
  assert.deepEqual(outside.map(({ event, occurredAt }) => `${event.type} ${occurredAt.toISOString()}`).slice(0, 5), []);
});

test('the district has three school years and all schools', () => {
  const taken = events.filter(({ event }) => event.type === 'DeviceTakenIn');
  const years = new Set(
    taken.map(({ occurredAt }) => new Date(occurredAt.getTime() - 212 * 86_400_000).getUTCFullYear()),
  );
  assert.deepEqual([...years].sort(), [2024, 2025, 2026]);
  const schools = new Set(taken.map(({ event }) => event.data.school));
  assert.deepEqual([...schools].sort(), builtInSchools.map(({ code }) => code).sort());
});

test('September is busier than July, and no devices are taken in at the weekend', () => {
  const intakes = events
    .filter(({ event }) => event.type.startsWith('DeviceTakenIn'))
    .map(({ occurredAt }) => occurredAt);
  const inMonth = (month) => intakes.filter((date) => date.getUTCMonth() === month).length;
  assert.ok(inMonth(8) > 4 * inMonth(6), `${inMonth(8)} in September, ${inMonth(6)} in July`);
  assert.equal(intakes.filter((date) => [0, 6].includes(date.getUTCDay())).length, 0);
});

test('most devices are done, some are waiting or being worked on, and a few are written off', () => {
  const last = district.map((device) => device.events.at(-1).event.type);
  const share = (...types) => last.filter((type) => types.includes(type)).length / last.length;
  assert.ok(share('RepairCompleted') > 0.85);
  const open = district.filter((device) => device.events.at(-1).event.type === 'RepairLogged');
  const isStarted = ({ events: all }) =>
    all.findLastIndex(({ event }) => event.type === 'WorkStarted') >
    all.findLastIndex(({ event }) => event.type.startsWith('DeviceTakenIn'));
  const started = open.filter(isStarted).length;
  assert.ok(started > 8 && open.length - started > 8, `${started} of ${open.length} devices are worked on`);
  assert.ok(share('DeviceScrapped') > 0.005 && share('DeviceScrapped') < 0.06);
});

test('choices follow their weights', () => {
  const random = createRandom('weights');
  const drawn = Array.from({ length: 4_000 }, () =>
    random.weighted([
      ['often', 3],
      ['seldom', 1],
    ]),
  );
  const often = drawn.filter((value) => value === 'often').length / drawn.length;
  assert.ok(Math.abs(often - 0.75) < 0.03, String(often));
});
