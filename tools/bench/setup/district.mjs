import { createDatabase, onServer } from './databases.mjs';
import { number } from '../figure.mjs';
import { runWorker } from '../workers.mjs';

const SERVICES = ['identity', 'repairs', 'billing', 'analytics'];
const EVENTS_A_DEVICE = 7.5;
const staff = [{ id: '1f0e9d8c-7b6a-4595-8473-625140392817' }, { id: '2f0e9d8c-7b6a-4595-8473-625140392817' }];

/** A database with the log of a district of that many devices and its repairs views; made once per run. */
export async function districtOf(bench, devices) {
  bench.districts ??= new Map();
  if (!bench.districts.has(devices)) bench.districts.set(devices, await makeDistrict(bench, devices));
  return bench.districts.get(devices);
}

async function makeDistrict(bench, devices) {
  const { root, dataKey, say } = bench;
  say(`  a district of ${number(devices)} devices`);
  const { adminUrl, homes } = await createDatabase(bench, `bench_${devices}_devices`, SERVICES);
  const log = { url: homes.repairs, dataKey };
  const { events } = await runWorker(root, 'write-log', { ...log, devices, eventsADevice: EVENTS_A_DEVICE, staff });
  await onServer(root, adminUrl, ['VACUUM ANALYZE']);
  const { rate } = await runWorker(root, 'rebuild-views', log);
  say(`  ${number(events)} events, into the views at ${number(rate)} a second`);
  await onServer(root, adminUrl, ['VACUUM ANALYZE', 'CHECKPOINT']);
  return { adminUrl, repairsUrl: homes.repairs, devices, events };
}
