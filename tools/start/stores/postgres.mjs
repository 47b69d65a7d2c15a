import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { SERVICES } from '../../bus/rights.mjs';
import { StartError, say } from '../../shared/say.mjs';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'on',
  shared_buffers: '64MB',
  max_connections: '120',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  io_method: 'sync',
  log_checkpoints: 'off',
};

/**
 * A path to the working folder that needs no right to enter the folders above it: started by root on Linux, the data
 * may be below a folder that only root can enter, while PostgreSQL runs as the user `nobody`.
 */
const HERE = '/proc/self/cwd';

/** Creates the database if there is none yet, which takes a second or more. */
export function ensureInitialised({ binaries: { bin, owner }, dataDir, password }) {
  const folder = join(dataDir, 'postgres');
  if (!existsSync(folder)) initialise({ bin, owner, folder, password });
  else if (owner && statSync(folder).uid !== owner.uid) own(folder, owner);
}

const optionsOf = (owner) => ({ ...owner, env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } });

/** Nothing may be lost when the machine crashes, unless its data is for one run of the tests. */
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

export function embeddedPostgres({ binaries, dataDir, port, password, isDurable }) {
  const folder = join(dataDir, 'postgres');
  const { bin, owner } = binaries;
  return {
    url: (database) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    launch(log) {
      const data = owner ? HERE : folder;
      const chosen = { ...SETTINGS, ...(isDurable ? {} : NOT_DURABLE) };
      const settings = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      return spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings], {
        ...optionsOf(owner),
        cwd: folder,
        detached: true,
        stdio: ['ignore', log, log],
      });
    },
  };
}

/** Works in another folder and renames it at the end, so that an interrupted initdb is never taken for a database. */
function initialise({ bin, owner, folder, password }) {
  say('Creating the database…');
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(join(draft, 'cluster'), { recursive: true, mode: 0o700 });
  writeFileSync(join(draft, 'password'), password, { mode: 0o600 });
  if (owner) own(draft, owner);
  const cluster = owner ? HERE : join(draft, 'cluster');
  const args = ['-D', cluster, '-U', 'postgres', `--pwfile=${cluster}/../password`, '--auth=scram-sha-256'];
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const run = spawnSync(join(bin, 'initdb'), [...args, ...locale, '--no-instructions'], {
    ...optionsOf(owner),
    cwd: join(draft, 'cluster'),
    encoding: 'utf8',
  });
  if (run.error) throw new StartError(`PostgreSQL cannot be run: ${run.error.message}`);
  if (run.status !== 0) throw new Error(`creating the database failed: ${lastErrors(run.stderr)}`);
  renameSync(join(draft, 'cluster'), folder);
  rmSync(draft, { recursive: true, force: true });
}

function lastErrors(text) {
  const lines = text.trim().split('\n');
  return lines.filter((line) => /error|could not|FATAL|PANIC/i.test(line)).join('; ') || lines.at(-1);
}

/** Takes over a folder left by a run as another user: its data stays, and its files change owner. */
function own(folder, { uid, gid }) {
  chownSync(folder, uid, gid);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath ?? entry.path, entry.name), uid, gid);
  }
}

/** True once the server accepts connections; creates the product's database if it is missing. */
export async function databaseAnswers(root, adminUrl, database) {
  const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');
  const client = new Client({ connectionString: adminUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
    return true;
  } catch (error) {
    if (['ECONNREFUSED', 'ECONNRESET', '57P03', '57P01'].includes(error.code) || /terminated/.test(error.message))
      return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Checks an existing server before anything is started on it. */
export async function checkExistingDatabase(root, url) {
  const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  let version;
  try {
    await client.connect();
    version = Number((await client.query('SHOW server_version_num')).rows[0].server_version_num);
  } catch (error) {
    throw new StartError(`DATABASE_URL: no sign-in at ${new URL(url).host}: ${error.message || error.code}`);
  } finally {
    await client.end().catch(() => undefined);
  }
  if (version < 140_000) throw new StartError('DATABASE_URL: this PostgreSQL is older than 14.');
}

/** Whether services have recorded anything in an existing database, which only the key of that time can read. */
export async function holdsRecords(root, url) {
  const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname = ANY($1) AND tablename IN ('events', 'personal_data_keys')`,
      [SERVICES],
    );
    for (const { name } of rows) if ((await client.query(`SELECT FROM ${name} LIMIT 1`)).rowCount > 0) return true;
    return false;
  } finally {
    await client.end();
  }
}
