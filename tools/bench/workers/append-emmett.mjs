import { randomUUID } from 'node:crypto';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';
import { sampleEntry } from '../log/sample-entry.mjs';
import { workerInput } from '../workers.mjs';
import { takeTurns } from './take-turns.mjs';

const { url, writers } = workerInput();
const store = getPostgreSQLEventStore(url);
const metadata = { correlationId: 'bench', actor: { userId: 'u1', name: 'Ada' } };

function writer() {
  const deviceId = randomUUID();
  let expectedStreamVersion = 0n;
  return async () => {
    const { type, data } = sampleEntry(deviceId);
    const options = { expectedStreamVersion };
    const result = await store.appendToStream(`device-${deviceId}`, [{ type, data, metadata }], options);
    expectedStreamVersion = result.nextExpectedStreamVersion;
  };
}

// The first append creates the schema.
await store.appendToStream(`device-${randomUUID()}`, [{ ...sampleEntry('first'), metadata }]);
await takeTurns(Array.from({ length: writers }, writer));
