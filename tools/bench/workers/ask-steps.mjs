import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rolePasswordsFor } from '../../migrate/role-passwords.mjs';
import { openRepairsLog } from '../log/repairs-log.mjs';
import { sampleEntry } from '../log/sample-entry.mjs';
import { reportResult, workerInput } from '../workers.mjs';
import { httpCalls, succeeded } from './http-calls.mjs';

const require = createRequire(import.meta.url);
const { LogEntry } = require('@repairline/contracts/repairs/calls');
const { systemContext } = require('@repairline/messaging/context');
const { openCallClient } = require('@repairline/messaging/calls/open-call-client');

const { url, natsCallsUrl, headers, numbers, databaseAdminUrl, dataDir, times } = workerInput();
const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
const { calls } = await openCallClient(natsCallsUrl, 'bench');
const http = httpCalls(url, headers);
const { user: me } = JSON.parse(succeeded(await http('GET', '/api/auth/user')));
const log = await openRepairsLog(repairsUrl(), secrets.dataKey);

function repairsUrl() {
  const { serviceAddress } = require('@repairline/postgres/migrate/service-address');
  const { repairs: password } = rolePasswordsFor(databaseAdminUrl, ['repairs'], secrets.databaseAdmin);
  return serviceAddress(databaseAdminUrl, 'repairline_repairs', password);
}

const numberOf = (turn) => numbers[turn % numbers.length];
const asMe = () => ({
  ...systemContext(),
  commandId: randomUUID(),
  actor: { userId: me.id, name: 'Admin', role: 'Admin' },
});
// The id of a device that does not exist: the lists ignore it.
const deviceId = createHash('md5')
  .update('bench')
  .digest('hex')
  .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
const stream = `bench-${deviceId}`;
let version = (await log.store.readStream(stream)).length;

const steps = {
  append: async () => {
    const context = { commandId: randomUUID(), correlationId: 'bench', actor: null };
    const result = await log.store.append(stream, version, [{ event: sampleEntryOf(deviceId) }], context);
    if (result.status !== 'appended') throw new Error(`An append was answered '${result.status}'`);
    version = result.streamVersion;
  },
  service: (turn) => calls.call(LogEntry, { assetNumber: numberOf(turn), issue: 'A step' }, asMe()),
  gateway: () => http('GET', '/api/auth/user').then(succeeded),
  whole: (turn) => http('POST', `/api/devices/${numberOf(turn)}/logs`, { issue: 'A step' }).then(succeeded),
};

/** An event of a type that no view shows. */
function sampleEntryOf(deviceId) {
  return {
    type: 'AssetNumberReleased',
    data: { deviceId, assetNumber: JSON.stringify(sampleEntry(deviceId).data).slice(0, 200) },
  };
}

const results = {};
for (const [name, step] of Object.entries(steps)) {
  const took = [];
  for (let turn = -5; turn < times; turn += 1) {
    const startedAt = performance.now();
    await step(turn + 5);
    if (turn >= 0) took.push(performance.now() - startedAt);
  }
  results[name] = took;
}
reportResult(results);
