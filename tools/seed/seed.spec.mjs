import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { deviceHistory } from './device-history.mjs';
import { createRandom } from './random.mjs';
import { busyMoment } from './school-year.mjs';

const { builtInSchools } = createRequire(import.meta.url)('@repairline/contracts/district');
const staff = [{ id: 'one' }, { id: 'two' }];
const until = new Date('2026-11-20T12:00:00Z');
const history = (number, seed = '1') => deviceHistory({ seed, number, schools: builtInSchools, staff, until });
const district = Array.from({ length: 1_500 }, (_, number) => history(number));
const events = district.flatMap((device) => device.events);

test('the same seed makes the same district, another one another', () => {
  assert.deepEqual(history(7), history(7));
  assert.notDeepEqual(history(7).events, history(7, '2').events);
});

test('every device begins with its intake, and its events are in order and over by the day given', () => {
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

test('nobody has been busy later than now, at whatever hour it is asked', () => {
  const random = createRandom('now');
  const from = new Date('2026-11-17T00:00:00Z');
  const now = new Date('2026-11-19T14:30:00Z');
  for (let draw = 0; draw < 300; draw += 1) {
    const moment = busyMoment(random, from, now);
    assert.ok(moment <= now, moment.toISOString());
  }
});

test('three school years and all schools are in it', () => {
  const taken = events.filter(({ event }) => event.type === 'DeviceTakenIn');
  const years = new Set(
    taken.map(({ occurredAt }) => new Date(occurredAt.getTime() - 212 * 86_400_000).getUTCFullYear()),
  );
  assert.deepEqual([...years].sort(), [2024, 2025, 2026]);
  const schools = new Set(taken.map(({ event }) => event.data.school));
  assert.deepEqual([...schools].sort(), builtInSchools.map(({ code }) => code).sort());
});

test('September is busier than July, and nobody takes in devices at the weekend', () => {
  const intakes = events
    .filter(({ event }) => event.type.startsWith('DeviceTakenIn'))
    .map(({ occurredAt }) => occurredAt);
  const inMonth = (month) => intakes.filter((date) => date.getUTCMonth() === month).length;
  assert.ok(inMonth(8) > 4 * inMonth(6), `${inMonth(8)} in September, ${inMonth(6)} in July`);
  assert.equal(intakes.filter((date) => [0, 6].includes(date.getUTCDay())).length, 0);
});

test('some devices wait, some are worked on, most are done, a few are written off', () => {
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
