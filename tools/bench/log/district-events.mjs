import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { deviceHistory } from '../../seed/device-history.mjs';

const require = createRequire(import.meta.url);
const TEMPLATES = 2_000;
const MINUTE_MS = 60_000;
const SHIFT_MINUTES = 14_400;
/** One sortable number holds a time, a device (18 bits) and a place in its history (6 bits). */
const DEVICES = 2 ** 18;
const PLACES = 2 ** 6;

/**
 * The events of a district in order of time: `devices` devices with `eventsADevice` events on average. They come from
 * the seed's histories, each repeated for many devices under other ids, numbers and days.
 * @yields {{ stream: string, streamVersion: number, commandId: string, occurredAt: Date, event: object }}
 */
export function* districtEvents({ devices, eventsADevice, staff, until }) {
  const templates = histories(staff, new Date(until.getTime() - SHIFT_MINUTES * MINUTE_MS));
  const people = Array.from({ length: devices }, (_, number) => ({
    id: randomUUID(),
    commandId: randomUUID(),
    number,
  }));
  const chosen = choose(templates, devices, eventsADevice);
  for (const key of inOrder(templates, chosen)) {
    const number = Math.floor(key / PLACES) % DEVICES;
    const device = people[number];
    yield* told(templates[chosen[number]], key % PLACES, device);
  }
}

export const assetNumber = (number) => `CB-${String(100_000 + number)}`;

function histories(staff, until) {
  const { builtInSchools: schools } = require('@repairline/contracts/district');
  const all = Array.from({ length: TEMPLATES }, (_, number) =>
    deviceHistory({ seed: 'bench', number, schools, staff, until }),
  );
  return all
    .map(({ events }) => ({ events, ids: namesOf(events) }))
    .filter(({ events }) => events.length > 0 && events.length < PLACES)
    .sort((one, other) => one.events.length - other.events.length);
}

/** The repair and entry ids of a history, numbered in order, so that each device gets ids of its own. */
function namesOf(events) {
  const ids = new Map();
  for (const { event } of events) {
    for (const id of [event.data.repairId, event.data.logId]) if (id && !ids.has(id)) ids.set(id, ids.size);
  }
  return ids;
}

/** Picks a long or a short history for each device, so that the average fits; one more event claims its number. */
function choose(templates, devices, eventsADevice) {
  const middle = templates.findIndex(({ events }) => events.length + 1 > eventsADevice);
  const chosen = new Uint16Array(devices);
  let total = 0;
  for (let device = 0; device < devices; device += 1) {
    const wantsShort = total > eventsADevice * device;
    const [from, to] = wantsShort ? [0, middle] : [middle, templates.length];
    chosen[device] = from + ((device * 7_919) % (to - from));
    total += templates[chosen[device]].events.length + 1;
  }
  return chosen;
}

const shiftOf = (device) => ((device * 104_729) % (2 * SHIFT_MINUTES)) - SHIFT_MINUTES;

function inOrder(templates, chosen) {
  const count = chosen.reduce((sum, template) => sum + templates[template].events.length, 0);
  const keys = new Float64Array(count);
  let next = 0;
  chosen.forEach((template, device) =>
    templates[template].events.forEach(({ occurredAt }, place) => {
      const minute = Math.floor(occurredAt.getTime() / MINUTE_MS) + shiftOf(device);
      keys[next] = (minute * DEVICES + device) * PLACES + place;
      next += 1;
    }),
  );
  return keys.sort();
}

function* told({ events, ids }, place, { id, commandId, number }) {
  const { event, occurredAt: first } = events[place];
  const shift = shiftOf(number) * MINUTE_MS;
  const occurredAt = new Date(first.getTime() + shift);
  const deviceId = id;
  if (place === 0) {
    const claim = { type: 'AssetNumberClaimed', data: { deviceId, assetNumber: assetNumber(number) } };
    yield {
      stream: `asset-number-${assetNumber(number).toLowerCase()}`,
      streamVersion: 1,
      commandId,
      occurredAt,
      event: claim,
    };
  }
  const renamed = (old) => `${id.slice(0, -4)}${ids.get(old).toString(16).padStart(4, '0')}`;
  const data = { ...event.data, deviceId };
  if (data.repairId) data.repairId = renamed(data.repairId);
  if (data.logId) data.logId = renamed(data.logId);
  if (data.assetNumber) data.assetNumber = assetNumber(number);
  if (data.openedAt) data.openedAt = new Date(Date.parse(data.openedAt) + shift).toISOString();
  yield { stream: `device-${id}`, streamVersion: place + 1, commandId, occurredAt, event: { type: event.type, data } };
}
