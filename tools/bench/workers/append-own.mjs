import { randomUUID } from 'node:crypto';
import { sampleEntry } from '../log/sample-entry.mjs';
import { openRepairsLog } from '../log/repairs-log.mjs';
import { workerInput } from '../workers.mjs';
import { takeTurns } from './take-turns.mjs';

const { url, dataKey, writers } = workerInput();
const { store } = await openRepairsLog(url, dataKey);

/** One person's work: entry after entry on a device's timeline, each expecting the version of the one before. */
function writer() {
  const deviceId = randomUUID();
  let version = 0;
  return async () => {
    const context = { commandId: randomUUID(), correlationId: 'bench', actor: { userId: 'u1', name: 'Ada' } };
    const result = await store.append(`device-${deviceId}`, version, [{ event: sampleEntry(deviceId) }], context);
    if (result.status !== 'appended') throw new Error(`An append was answered '${result.status}'`);
    version = result.streamVersion;
  };
}

await takeTurns(Array.from({ length: writers }, writer));
