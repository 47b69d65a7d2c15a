import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { problemsOf } from '../testing/compose-schema.mjs';
import { composeFile, composeWithTls, tlsFile } from '../testing/compose-files.mjs';
import { APPS, made, root } from '../testing/what-is-read.mjs';

const [plain, secure] = [composeFile(), composeWithTls()];
const programs = Object.entries(secure.services).filter(([, { image }]) => image.startsWith('repairline-'));

test('both files are valid by the schema of Compose, alone and merged', () => {
  assert.deepEqual([problemsOf(tlsFile()), problemsOf(secure)], [[], []]);
});

test('Compose merges both files to what is checked here', (t) => {
  const found = spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' });
  if (found.error || found.status !== 0) return t.skip('docker compose is not here');
  const folder = mkdtempSync(join(tmpdir(), 'repairline-compose-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, '.env'), made());
  const files = ['-f', join(root, 'docker-compose.yml'), '-f', join(root, 'tools', 'deploy', 'compose-tls.yml')];
  const asked = [
    'compose',
    ...files,
    '--env-file',
    join(folder, '.env'),
    '--profile',
    '*',
    'config',
    '--format',
    'json',
  ];
  const config = spawnSync('docker', asked, { encoding: 'utf8' });
  assert.equal(config.status, 0, config.stderr);
  const { services } = JSON.parse(config.stdout);
  for (const [name, { environment = {}, configs = [], volumes = [] }] of Object.entries(services)) {
    const ours = secure.services[name];
    assert.deepEqual(Object.keys(environment).sort(), Object.keys(ours.environment ?? {}).sort(), name);
    const targets = (mounts) => mounts.map((mount) => mount.target ?? mount.split(':').at(1)).sort();
    assert.deepEqual(targets(configs), targets(ours.configs ?? []), name);
    assert.equal(volumes.length, ours.volumes?.length ?? 0, name);
  }
});

test('every program speaks to the bus and the database with TLS only, and knows their authority', () => {
  assert.deepEqual(programs.map(([name]) => name).sort(), [...APPS, 'migrate', 'tools', 'backup', 'restore'].sort());
  for (const [name, { environment, configs }] of programs) {
    const { NATS_TLS, PGSSLMODE, NODE_EXTRA_CA_CERTS: authority } = environment;
    assert.deepEqual([NATS_TLS, PGSSLMODE], ['required', 'verify-full'], name);
    const mounted = configs.find(({ target }) => target === authority);
    assert.equal(secure.configs[mounted.source].file, './certificates/ca.crt', name);
    // An address with a mode of its own would take precedence.
    assert.doesNotMatch(JSON.stringify(environment), /sslmode|ssl=/, name);
  }
});

test('the file changes nothing but the encryption', () => {
  const isAdded = /NATS_TLS|PGSSLMODE|NODE_EXTRA_CA_CERTS|\/etc\/repairline-tls|pg_hba\.conf|^certificates$/;
  const without = (part) => {
    if (Array.isArray(part)) return part.filter((item) => !isAdded.test(JSON.stringify(item)));
    return Object.fromEntries(Object.entries(part ?? {}).filter(([name]) => !isAdded.test(name)));
  };
  for (const [name, service] of Object.entries(plain.services)) {
    const { command, ...own } = secure.services[name];
    const before = { environment: {}, depends_on: {}, configs: [], volumes: [], ...service };
    for (const part of ['environment', 'depends_on', 'configs', 'volumes']) {
      assert.deepEqual(without(own[part] ?? before[part]), before[part], `${name} ${part}`);
      own[part] = before[part];
    }
    if (name === 'postgres') assert.equal(before.command, undefined, 'its image has one');
    else own.command = command;
    assert.deepEqual({ command: undefined, ...own }, { command: undefined, ...before }, name);
  }
  for (const name of ['nats', 'postgres'])
    assert.equal(secure.services[name].depends_on.certificates.condition, 'service_completed_successfully');
});

test('the container that copies the key has few rights, no network, and no secret but that', () => {
  const { certificates, 'nats-volume': similar } = secure.services;
  for (const key of [
    'image',
    'user',
    'read_only',
    'security_opt',
    'cap_drop',
    'cap_add',
    'network_mode',
    'restart',
    'mem_limit',
  ])
    assert.deepEqual(certificates[key], similar[key], key);
  assert.equal(certificates.environment, undefined);
  const files = certificates.secrets.map((name) => secure.secrets[name].file);
  assert.deepEqual(
    files,
    ['ca.crt', 'tls.crt', 'tls.key'].map((name) => `./certificates/${name}`),
  );
});

test('each server gets a copy of the key that only its user can read, also when it is renewed', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-copied-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const places = Object.fromEntries(['secrets', 'postgres', 'nats', 'bin'].map((name) => [name, join(folder, name)]));
  for (const place of Object.values(places)) mkdirSync(place);
  const told = join(folder, 'told');
  writeFileSync(join(places.bin, 'chown'), `#!/bin/sh\necho "$@" >>${told}\n`, { mode: 0o755 });
  const [script] = secure.services.certificates.command;
  const here = script
    .replaceAll('/run/secrets', places.secrets)
    .replaceAll(/(?<= )\/(postgres|nats)\b/g, (_, name) => places[name]);
  for (const key of ['first', 'second']) {
    rmSync(told, { force: true });
    for (const name of ['ca.crt', 'tls.crt', 'tls.key'])
      writeFileSync(join(places.secrets, name), key, { mode: 0o644 });
    chmodSync(join(places.secrets, 'tls.key'), 0o600);
    const env = { PATH: `${places.bin}:${process.env.PATH}` };
    const { status, stderr } = spawnSync('sh', ['-euc', here], { env, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    for (const name of ['postgres', 'nats']) {
      assert.deepEqual(readdirSync(places[name]).sort(), ['ca.crt', 'tls.crt', 'tls.key']);
      assert.equal(readFileSync(join(places[name], 'tls.key'), 'utf8'), key);
      assert.equal(statSync(join(places[name], 'tls.key')).mode & 0o777, 0o600);
    }
    const owners = readFileSync(told, 'utf8')
      .split('\n')
      .map((line) => line.split(' ')[0]);
    assert.deepEqual(owners.filter(Boolean), ['999:999', secure.services.nats.user]);
  }
});
