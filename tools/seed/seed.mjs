import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { createProgress } from '../shared/progress.mjs';
import { readArguments, ROOT, runCommand, UsageError } from '../shared/run-command.mjs';
import { findProduct } from '../shared/running-product.mjs';
import { openLog } from '../shared/service-log.mjs';
import { completeCheckout } from '../start/checkout/checkout.mjs';
import { deviceHistory } from './device-history.mjs';
import { namedId } from './random.mjs';
import { hireTechnicians } from './staff.mjs';

const BATCH = 250;
const require = createRequire(import.meta.url);
const USAGE = `Fills the running product with a plausible district. The same numbers and day give the same district.

  npm run seed -- [--devices 1000] [--seed 1] [--until 2026-11-20]`;

function readWanted(args) {
  const options = {
    devices: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    until: { type: 'string' },
  };
  const { values, positionals } = readArguments(args, options);
  if (positionals.length > 0) throw new UsageError(`seed takes no argument ${positionals[0]}.`);
  const devices = Number(values.devices);
  if (!Number.isInteger(devices) || devices < 1 || devices > 1_000_000)
    throw new UsageError('--devices must be a number from 1 to 1000000.');
  const until = values.until ? new Date(values.until) : new Date();
  if (Number.isNaN(until.getTime()) || until > new Date())
    throw new UsageError('--until must be a day in the past, like 2026-06-30.');
  return { devices, seed: values.seed, until };
}

/** A device's history is one append under its own id, so seeding again adds nothing twice. */
async function appendHistories(store, histories, { seed, batchId }) {
  const { assetNumberStream, deviceStream } = require('@repairline/repairs/domain/asset-number');
  const appends = histories.flatMap(({ deviceId, assetNumber, events }) => {
    const context = { commandId: namedId(seed, assetNumber, 'history'), correlationId: batchId, actor: null, batchId };
    const claim = {
      event: { type: 'AssetNumberClaimed', data: { deviceId, assetNumber } },
      occurredAt: events[0].occurredAt,
    };
    return [
      { stream: assetNumberStream(assetNumber), expected: 0, events: [claim], context },
      { stream: deviceStream(deviceId), expected: 0, events, context },
    ];
  });
  const results = await store.appendMany(appends);
  const rejected = results.find(({ status }) => status === 'rejected');
  if (rejected) throw rejected.reason;
  const having = (status) => histories.filter((_, index) => results[2 * index + 1].status === status);
  const added = having('appended');
  return {
    added: added.length,
    events: added.reduce((sum, { events }) => sum + events.length, 0),
    known: having('duplicate').length,
    taken: having('conflict').length,
  };
}

/** How many events the read models of a service are behind its log. */
async function eventsBehind(product, service) {
  const answer = await fetch(`http://127.0.0.1:${product.services[service].healthPort}/health/ready`);
  const { head, checkpoints } = (await answer.json()).checks.views.detail;
  return head - Math.min(...checkpoints.map(({ position }) => position));
}

async function untilViewsShowIt(product, signal) {
  const behind = await eventsBehind(product, 'repairs');
  const progress = createProgress(behind, 'Lists up to date: events');
  for (let left = behind; left > 0; left = await eventsBehind(product, 'repairs')) {
    progress(Math.max(0, behind - left));
    await pause(200, undefined, { signal });
  }
  progress(behind);
}

await runCommand(USAGE, async (args, signal) => {
  const { devices, seed, until } = readWanted(args);
  const product = findProduct(ROOT);
  await completeCheckout(ROOT);
  const district = await (await fetch(new URL('/api/district', product.url))).json();
  const staff = await hireTechnicians(product, district.emailDomains[0]);
  const { store, close } = await openLog(product, 'repairs');
  const startedAt = Date.now();
  const total = { added: 0, known: 0, taken: 0, events: 0 };
  const progress = createProgress(devices, 'Devices');
  try {
    for (let first = 0; first < devices; first += BATCH) {
      signal.throwIfAborted();
      const numbers = Array.from({ length: Math.min(BATCH, devices - first) }, (_, index) => first + index);
      const histories = numbers.map((number) =>
        deviceHistory({ seed, number, schools: district.schools, staff, until }),
      );
      const counts = await appendHistories(store, histories, { seed, batchId: namedId(seed, 'district') });
      for (const [name, count] of Object.entries(counts)) total[name] += count;
      progress(first + numbers.length);
    }
    await untilViewsShowIt(product, signal);
  } finally {
    await close();
  }
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${total.added} devices added with ${total.events} events in ${seconds} s; ${total.known} were there already.`,
  );
  if (total.taken > 0) console.log(`${total.taken} asset numbers belonged to other devices and were left alone.`);
});
