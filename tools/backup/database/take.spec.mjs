import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readBackup } from '../file/format.mjs';
import { takeBackup } from './take.mjs';
import { newInstallation } from '../testing/new-installation.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

function place(t) {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-take-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return { folder, file: join(folder, 'copy'), keysFile: join(folder, 'copy.keys') };
}

const dataKey = 'ab'.repeat(32);

/** @param onQuery called with the text of each query before it is answered */
const emptyDatabase = (onQuery = () => undefined) => ({
  async query(text) {
    await onQuery(text);
    return { rows: text.includes('AS head') ? [{ head: 0 }] : [] };
  },
});

test('the log file gets its name only after its keys are complete, so that a killed run leaves no backup', async (t) => {
  const { folder, file, keysFile } = place(t);
  const seen = [];
  // Noted whenever rows to be kept apart are read.
  const client = emptyDatabase((text) => text.includes('"credentials"') && seen.push(existsSync(file)));
  await takeBackup({ client, root, dataKey, file, keysFile });
  assert.deepEqual(seen, [false]);
  assert.deepEqual(readdirSync(folder).sort(), ['copy', 'copy.keys']);
});

test('a second backup to a file that is being written is refused, and the first is complete', async (t) => {
  const { folder, file, keysFile } = place(t);
  const to = { root, dataKey, file, keysFile };
  const refused = { name: 'StartError', message: /^Another backup is writing \S+copy\.partial/ };
  let refusals = 0;
  const client = emptyDatabase(async () => {
    if (!existsSync(`${file}.partial`)) return;
    await assert.rejects(takeBackup({ client: emptyDatabase(), ...to }), refused);
    refusals += 1;
  });
  await takeBackup({ client, ...to });
  assert.ok(refusals > 0);
  assert.deepEqual(readdirSync(folder).sort(), ['copy', 'copy.keys']);
  await readBackup(file, {});
});

test('a backup that another overtakes before it writes anything is refused, and the other’s file stays', async (t) => {
  const { file, keysFile } = place(t);
  const client = emptyDatabase(() => writeFileSync(`${file}.partial`, 'of another'));
  await assert.rejects(takeBackup({ client, root, dataKey, file, keysFile }), { name: 'StartError' });
  assert.equal(readFileSync(`${file}.partial`, 'utf8'), 'of another');
});

const EVENT = `INSERT INTO repairs.events VALUES
  (1, 'device-1', 1, gen_random_uuid(), 'RepairCompleted', 1, '{}', now(), now(), null, 'somebody', gen_random_uuid(), null)`;
const LETTER = `INSERT INTO billing.dead_letters (follower, position, event_type, event, error, state)
  VALUES ('from-repairs', $1, 'repair-completed', '{}', 'Error', 'stopped')`;

test('a dead letter that is retried during a backup is still in the backup', async (t) => {
  const { clients } = await newInstallation(t);
  const [client, people] = clients;
  await people.query(EVENT);
  for (const position of [1, 2]) await people.query(LETTER, [position]);
  const tried = [];
  const tryAgain = (position) =>
    tried.push(people.query('DELETE FROM billing.dead_letters WHERE position = $1', [position]));
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
  await takeBackup({ client: watched, root, dataKey, file, keysFile, onEvents: () => tryAgain(2) });
  const letters = [];
  let table;
  await readBackup(file, {
    table: (description) => (table = description),
    row: (text) =>
      table.service === 'billing' && table.name === 'dead_letters' && letters.push(JSON.parse(text).position),
  });
  assert.equal((await people.query('SELECT FROM billing.dead_letters')).rowCount, 0);
  assert.deepEqual(letters, [1, 2]);
});
