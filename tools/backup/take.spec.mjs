import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { migrateServices } from '../migrate/migrate-services.mjs';
import { rolePasswordsFor } from '../migrate/role-passwords.mjs';
import { startTestStores } from '../test/stores.mjs';
import { readBackup } from './format.mjs';
import { takeBackup } from './take.mjs';

const { Client } = createRequire(import.meta.resolve('@repairline/service-kit/migrate'))('pg');

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

function place(t) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-take-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return { folder, file: join(folder, 'copy'), keysFile: join(folder, 'copy.keys') };
}

test('the log file gets its name only after its keys are complete, so that a killed run leaves no backup', async (t) => {
  const { folder, file, keysFile } = place(t);
  const seen = [];
  /** An empty database that notes whether the file exists whenever rows to be kept apart are read. */
  const client = {
    async query(text) {
      if (text.includes('"credentials"')) seen.push(existsSync(file));
      return { rows: text.includes('AS head') ? [{ head: 0 }] : [] };
    },
  };
  await takeBackup({ client, root, dataKey: 'ab'.repeat(32), file, keysFile });
  assert.deepEqual(seen, [false]);
  assert.deepEqual(readdirSync(folder).sort(), ['copy', 'copy.keys']);
});

const EVENT = `INSERT INTO repairs.events VALUES
  (1, 'device-1', 1, gen_random_uuid(), 'RepairCompleted', 1, '{}', now(), now(), null, 'somebody', gen_random_uuid(), null)`;
const LETTER = `INSERT INTO billing.consumed_dead_letters (source, position, event, error, tries, state)
  VALUES ('repairs', $1, '{}', 'Error', 1, 'set aside')`;

/** Two connections to an unused installation. */
async function newInstallation(t) {
  const stores = await startTestStores(root);
  const { TEST_DATABASE_URL: url } = stores.env;
  const clients = [1, 2].map(() => new Client({ connectionString: url }));
  t.after(async () => {
    for (const client of clients) await client.end();
    await stores.stop();
  });
  const services = ['identity', 'repairs', 'billing', 'analytics'];
  await migrateServices({ adminUrl: url, services, rolePasswords: rolePasswordsFor(url, services) });
  for (const client of clients) await client.connect();
  return clients;
}

test('a dead letter that is retried during a backup is still in the backup', async (t) => {
  const [client, people] = await newInstallation(t);
  await people.query(EVENT);
  for (const position of [1, 2]) await people.query(LETTER, [position]);
  const tried = [];
  const tryAgain = (position) =>
    tried.push(people.query('DELETE FROM billing.consumed_dead_letters WHERE position = $1', [position]));
  /** Runs the first as soon as the ends of all logs are known, the second while events are written. */
  const watched = {
    async query(text, values) {
      const result = await client.query(text, values);
      if (/max\(position\).*"identity"/.test(text)) await tryAgain(1);
      await Promise.all(tried);
      return result;
    },
  };
  const { file, keysFile } = place(t);
  await takeBackup({ client: watched, root, dataKey: 'ab'.repeat(32), file, keysFile, onEvents: () => tryAgain(2) });
  const letters = [];
  let table;
  await readBackup(file, {
    table: (description) => (table = description),
    row: (text) => table.name === 'consumed_dead_letters' && letters.push(JSON.parse(text).position),
  });
  assert.equal((await people.query('SELECT FROM billing.consumed_dead_letters')).rowCount, 0);
  assert.deepEqual(letters, [1, 2]);
});
