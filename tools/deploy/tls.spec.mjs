import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { serviceNode } from '../start/checkout/check-node.mjs';
import { embeddedPostgres, ensureInitialised } from '../start/stores/postgres.mjs';
import { postgresBinaries } from '../start/stores/postgres-binaries.mjs';
import { isReady } from '../start/services.mjs';
import { eventually } from '../start/testing/running-copy.mjs';
import { freePorts, KEPT_PORTS } from '../shared/ports.mjs';
import { busServer, filesOfCompose } from './testing/bus-cluster.mjs';
import { makeCertificates } from './testing/certificates.mjs';
import { composeWithTls, filled } from './testing/compose-files.mjs';
import { made, root } from './testing/what-is-read.mjs';

const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');
const compose = composeWithTls();
const MOUNTED = '/etc/repairline-tls';
const COMMANDS = join(root, 'tools', 'deploy', 'run-by-name.mjs');
const MIGRATE = join(root, 'tools', 'migrate', 'migrate.mjs');

/** PostgreSQL with the settings that Compose gives it, and the role and database that its image makes. */
async function database(t, { dataDir, certificates, password }) {
  const binaries = postgresBinaries(root);
  ensureInitialised({ binaries, dataDir, password });
  const folder = join(dataDir, 'postgres');
  const { uid, gid } = statSync(folder);
  for (const name of ['tls.crt', 'tls.key']) {
    copyFileSync(join(certificates, name), join(folder, name));
    chownSync(join(folder, name), uid, gid);
  }
  copyFileSync(join(root, compose.configs['database-access'].file), join(folder, 'access.conf'));
  const [, ...settings] = compose.services.postgres.command;
  for (const setting of settings) {
    const [, name, value] = /^--(\w+)=(.*)$/.exec(setting);
    const here = value.replace(`${MOUNTED}/`, '').replace('/etc/repairline/pg_hba.conf', 'access.conf');
    appendFileSync(join(folder, 'postgresql.conf'), `${name} = '${here}'\n`);
  }
  const [port] = await freePorts(1, KEPT_PORTS);
  const server = embeddedPostgres({ binaries, dataDir, port, password, isDurable: false });
  const child = server.launch(openSync(join(dataDir, 'postgres.log'), 'a'));
  t.after(() => child.kill('SIGKILL'));
  const ssl = { ca: readFileSync(join(certificates, 'ca.crt')) };
  const open = async () => {
    const client = new Client({ connectionString: server.url('postgres'), ssl });
    await client.connect();
    return client;
  };
  let client;
  await eventually(async () => Boolean((client = await open())));
  await client.query(`CREATE ROLE repairline SUPERUSER LOGIN PASSWORD '${password}'`);
  await client.query('CREATE DATABASE repairline OWNER repairline');
  await client.end();
  return port;
}

/** The bus and the database as Compose starts them with TLS, and the environment of each of its other services. */
async function installation(t) {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-tls-'));
  // Started by root, PostgreSQL runs as another user, and opens its list of who may sign in by its whole path.
  chmodSync(dataDir, 0o755);
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const certificates = makeCertificates(t);
  const variables = Object.fromEntries(
    [...made().matchAll(/^(\w+)='(.*)'$/gm)].map(([, name, value]) => [name, value]),
  );
  const files = filesOfCompose(root, {}, compose);
  files['tls.conf'] = files['tls.conf'].replaceAll(MOUNTED, certificates);
  const bus = await busServer(t, { dataDir, files });
  const port = await database(t, { dataDir, certificates, password: variables.POSTGRES_PASSWORD });
  for (const user of ['repairline', 'identity'])
    variables[`NATS_${user.toUpperCase()}_PASSWORD`] = new URL(bus.urlOf(user)).password;
  const here = (text) =>
    filled(String(text), variables)
      .replace('postgres:5432', `localhost:${port}`)
      .replace('nats:4222', bus.hosts.replace('127.0.0.1', 'localhost'))
      .replace(MOUNTED, certificates);
  return {
    dataDir,
    bus,
    environmentOf: (service, changes = {}) => ({
      PATH: process.env.PATH,
      DATA_DIR: join(dataDir, 'none'),
      ...Object.fromEntries(
        Object.entries(compose.services[service].environment).map(([name, value]) => [name, here(value)]),
      ),
      ...changes,
    }),
  };
}

function run(env, ...words) {
  const { status, stdout, stderr } = spawnSync(serviceNode(root), words, { cwd: root, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** What the server says to a client that signs in without encryption, until it ends the connection. */
function answerInPlainText(host) {
  const [hostname, port] = host.split(':');
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    socket.on('error', () => undefined).on('close', () => resolve(text));
    socket.once('data', () => socket.write('CONNECT {"user":"repairline","pass":"x","verbose":false}\r\nPING\r\n'));
  });
}

test('with TLS, Compose’s bus and database serve the programs that know their authority, and nobody in plain text', async (t) => {
  const { dataDir, bus, environmentOf } = await installation(t);
  const migrated = run(environmentOf('migrate'), MIGRATE);
  assert.equal(migrated.status, 0, migrated.stderr);
  assert.match(migrated.stdout, /identity: [1-9]\d* migrations applied[^]*bus: /);
  const [HEALTH_PORT] = await freePorts(1, KEPT_PORTS);
  const env = environmentOf('identity', { HEALTH_PORT });
  const log = openSync(join(dataDir, 'identity.log'), 'a');
  const identity = spawn(serviceNode(root), [join(root, 'apps', 'identity', 'dist', 'main.js')], {
    env,
    stdio: ['ignore', log, log],
  });
  t.after(() => identity.kill('SIGKILL'));
  await eventually(() => isReady(HEALTH_PORT), 30_000);
  const listed = run(environmentOf('tools'), COMMANDS, 'consumer', 'list');
  assert.deepEqual([listed.status, listed.stdout], [0, 'There are no subscribers.\n'], listed.stderr);
  const backedUp = run(environmentOf('backup'), COMMANDS, 'backup', join(dataDir, 'copy'));
  assert.equal(backedUp.status, 0, backedUp.stderr);

  // As on Kubernetes, where the database has an authority of its own.
  const { DATABASE_URL, NODE_EXTRA_CA_CERTS: authority } = environmentOf('backup');
  const options = `sslmode=verify-full&sslrootcert=${authority}`;
  const byAddress = { PGSSLMODE: '', NODE_EXTRA_CA_CERTS: '', DATABASE_URL: `${DATABASE_URL}?${options}` };
  const again = run(environmentOf('backup', byAddress), COMMANDS, 'backup', join(dataDir, 'another'));
  assert.equal(again.status, 0, again.stderr);

  const stranger = { NODE_EXTRA_CA_CERTS: join(makeCertificates(t), 'ca.crt') };
  for (const [service, ...words] of [
    ['migrate', MIGRATE],
    ['tools', COMMANDS, 'consumer', 'list'],
  ]) {
    const { status, stderr } = run(environmentOf(service, stranger), ...words);
    assert.notEqual(status, 0, service);
    assert.match(stderr, /unable to verify the first certificate|certificate signature failure/, service);
  }
  const plain = run(environmentOf('migrate', { PGSSLMODE: '' }), MIGRATE);
  assert.match(plain.stderr, /no pg_hba\.conf entry .* no encryption/);
  assert.match(await answerInPlainText(bus.hosts), /^INFO \{.*"tls_required":true.*\}\s*$/, 'no word but its first');
});

test('with TLS, nothing is said to a bus that offers none', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-plain-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const bus = await busServer(t, { dataDir, files: filesOfCompose(root) });
  const env = { PATH: process.env.PATH, DATABASE_URL: 'postgres://nowhere:1/none', DATA_KEY: '0'.repeat(64) };
  for (const name of ['IDENTITY', 'REPAIRS', 'BILLING', 'ANALYTICS']) env[`${name}_DATABASE_PASSWORD`] = 'none';
  const asked = { ...env, DATA_DIR: dataDir, NATS_URL: bus.urlOf('repairline'), NATS_TLS: 'required' };
  const { status, stderr } = run(asked, COMMANDS, 'consumer', 'list');
  assert.deepEqual([status, stderr], [2, 'The message bus does not offer TLS.\n']);
});
