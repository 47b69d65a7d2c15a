import { randomBytes, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { districtEvents } from '../log/district-events.mjs';
import { reportResult, workerInput } from '../workers.mjs';

const require = createRequire(import.meta.url);
const { Client } = require('pg');
const { from: copyFrom } = require('pg-copy-streams');
const { repairsRegistry } = require('@repairline/repairs/event-registry');
const { createEventCodec } = require('@repairline/event-store/personal-data/event-codec');
const { seal } = require('@repairline/service-kit/sealing');

const BATCH = 1_000;
const { url, dataKey, devices, eventsADevice, staff } = workerInput();

/** Makes the keys for the log's own table, wrapped as the product wraps them. */
function bulkKeyring() {
  const keys = new Map();
  const wrapping = Buffer.from(dataKey, 'hex');
  return {
    async keysFor(subjects) {
      for (const subject of subjects)
        if (!keys.has(subject)) keys.set(subject, { keyId: randomUUID(), key: randomBytes(32) });
      return keys;
    },
    keys: async () => new Map(),
    *lines() {
      for (const [subject, { keyId, key }] of keys) {
        yield `${keyId}\t${subject}\t\\\\x${seal(wrapping, key, `${keyId} ${subject}`).toString('hex')}\n`;
      }
    },
  };
}

async function* eventLines(codec, counts) {
  let batch = [];
  const flush = async () => {
    const encoded = await codec.encode(batch.map(({ event }) => ({ id: randomUUID(), event })));
    const lines = encoded.map((stored, index) => line(stored, batch[index], (counts.events += 1)));
    batch = [];
    return lines.join('');
  };
  for (const told of districtEvents({ devices, eventsADevice, staff, until: new Date() })) {
    batch.push(told);
    if (batch.length === BATCH) yield await flush();
  }
  if (batch.length > 0) yield await flush();
}

function line({ id, type, version, data }, { stream, streamVersion, commandId, occurredAt }, position) {
  const at = occurredAt.toISOString();
  const text = JSON.stringify(data).replaceAll('\\', '\\\\');
  return `${position}\t${stream}\t${streamVersion}\t${id}\t${type}\t${version}\t${text}\t${at}\t${at}\t\\N\tbench\t${commandId}\t\\N\n`;
}

async function copy(client, table, lines) {
  await pipeline(Readable.from(lines, { objectMode: false }), client.query(copyFrom(`COPY ${table} FROM STDIN`)));
}

const client = new Client({ connectionString: url });
await client.connect();
const counts = { events: 0 };
const keyring = bulkKeyring();
await copy(client, 'events', eventLines(createEventCodec(repairsRegistry, keyring), counts));
await copy(client, 'personal_data_keys (key_id, subject, wrapped_key)', keyring.lines());
await client.end();
reportResult(counts);
