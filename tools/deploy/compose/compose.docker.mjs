// With Docker and the project up (docker compose up -d --wait): node --test tools/deploy/compose/compose.docker.mjs
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../start/testing/running-copy.mjs';
import { visitor } from '../../start/testing/visitor.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const project = process.env.COMPOSE_PROJECT_NAME ?? 'repairline';
const ALL = ['gateway', 'analytics', 'billing', 'repairs', 'identity', 'nats', 'postgres'];
const BUILT = ['gateway', 'identity', 'repairs', 'billing', 'analytics', 'migrate'];
const LARGEST = 350 * 1000 ** 2;
const BACK_WITHIN_MS = 120_000;

const settings = Object.fromEntries(
  [...readFileSync(join(root, '.env'), 'utf8').matchAll(/^([A-Z_]+)='(.*)'$/gm)].map(([, name, value]) => [
    name,
    value,
  ]),
);
const docker = (...args) => execFileSync('docker', args, { encoding: 'utf8' }).trim();
const containerOf = (service) =>
  docker(
    'ps',
    '-aq',
    '--filter',
    `label=com.docker.compose.project=${project}`,
    '--filter',
    `label=com.docker.compose.service=${service}`,
  );
const inspect = (id) => JSON.parse(docker('inspect', id))[0];
const imageOf = (service) => JSON.parse(docker('image', 'inspect', inspect(containerOf(service)).Image))[0];

/** Kills without Docker's involvement, as the kernel does when memory runs out, so that the restart policy applies. */
function killFromOutside(pid) {
  const image = inspect(containerOf('gateway')).Image;
  docker('run', '--rm', '--pid=host', '--network=none', '--user=0', '--entrypoint=bash', image, '-c', `kill -9 ${pid}`);
}

const admin = visitor(0, settings.PUBLIC_ORIGIN);
const device = `CONTAINER-${Date.now()}`;
const logged = [];
const log = async (issue) => {
  const { status } = await admin.send('POST', `/api/devices/${device}/logs`, { issue });
  if (status === 201) logged.push(issue);
  return status === 201;
};
const shown = async () => (await admin.get(`/api/devices/${device}/logs`)).body.map(({ issue }) => issue);

before(async () => {
  assert.equal((await admin.signIn(settings.ADMIN_EMAIL, settings.ADMIN_PASSWORD)).status, 200);
  const intake = { barcodeNumber: device, school: 'SHS', priority: 'High', initialIssue: 'Screen' };
  assert.equal((await admin.send('POST', '/api/devices', intake)).status, 201);
  assert.equal(await log('before'), true);
});

for (const service of ALL) {
  test(`${service} comes back when it is killed, and nothing is lost`, async () => {
    const id = containerOf(service);
    const { StartedAt: startedAt, Pid: pid } = inspect(id).State;
    killFromOutside(pid);
    await eventually(() => {
      const { State: state } = inspect(id);
      return state.StartedAt !== startedAt && state.Health.Status === 'healthy';
    }, BACK_WITHIN_MS);
    await eventually(async () => (await admin.get('/api/health')).status === 200, BACK_WITHIN_MS);
    await eventually(() => log(`after ${service}`), BACK_WITHIN_MS);
    const after = await shown();
    assert.deepEqual(
      logged.filter((issue) => !after.includes(issue)),
      [],
    );
  });
}

test('each image is small, runs as nobody in particular, and says what it is', (t) => {
  for (const service of BUILT) {
    const { Size: size, Config: config } = imageOf(service);
    t.diagnostic(`${service}: ${(size / 1000 ** 2).toFixed(0)} MB`);
    assert.ok(size < LARGEST, `${service} has ${size} bytes`);
    assert.equal(config.User, '10001:10001');
    assert.equal(config.Labels['org.opencontainers.image.title'], 'Repairline');
  }
});

test('the bus runs as nobody in particular', () => {
  assert.equal(inspect(containerOf('nats')).Config.User, '1000:1000');
  const { State: state } = inspect(containerOf('nats-volume'));
  assert.deepEqual([state.Status, state.ExitCode], ['exited', 0]);
});

test('the commands of an administrator run in a container of their own', () => {
  const run = (...words) =>
    execFileSync('docker', ['compose', '-p', project, 'run', '--rm', 'tools', ...words], {
      cwd: root,
      encoding: 'utf8',
    });
  assert.match(run('verify'), /Everything is equal/);
  assert.match(run('rebuild', 'repairs', 'device-list'), /is rebuilt/);
  assert.match(run('dead-letters', 'list'), /There are no dead letters/);
  assert.match(run('consumer', 'list'), /There are no subscribers/);
});

test('no secret is in a layer of an image', () => {
  const secrets = Object.entries(settings).filter(([name]) => /PASSWORD|SECRET|KEY/.test(name));
  for (const service of BUILT) {
    const { Id: id, Config: config } = imageOf(service);
    const told = docker('history', '--no-trunc', '--format', '{{.CreatedBy}}', id) + JSON.stringify(config);
    assert.deepEqual(
      secrets.filter(([, value]) => told.includes(value)).map(([name]) => name),
      [],
    );
    const files = docker('run', '--rm', '--network=none', '--entrypoint=find', id, '/repairline', '-name', '.env*');
    assert.equal(files, '');
  }
});

test('nothing but the gateway can be reached from outside', () => {
  const open = ALL.filter((service) =>
    Object.values(inspect(containerOf(service)).NetworkSettings.Ports).some(Boolean),
  );
  assert.deepEqual(open, ['gateway']);
});

test('a backup of it is restored into an installation of its own, where the same people find the same', async (t) => {
  const backups = mkdtempSync(join(root, '.data-backups-'));
  chmodSync(backups, 0o777);
  const own = { ...process.env, BACKUPS: backups };
  const place = { PUBLISH: '127.0.0.1:3100', PUBLIC_ORIGIN: 'http://localhost:3100' };
  const compose = (name, env, ...words) =>
    execFileSync('docker', ['compose', '-p', name, ...words], { cwd: root, env, encoding: 'utf8' });
  const restored = (...words) => compose(`${project}-restored`, { ...own, ...place }, ...words);
  t.after(() => {
    restored('down', '--volumes', '--timeout', '5');
    rmSync(backups, { recursive: true, force: true });
  });
  compose(project, own, 'run', '--rm', 'backup', '/backups/copy');
  restored('up', '-d', '--wait', 'postgres', 'nats');
  restored('run', '--rm', 'restore', '/backups/copy');
  restored('up', '-d', '--wait');
  const again = visitor(0, place.PUBLIC_ORIGIN);
  assert.equal((await again.signIn(settings.ADMIN_EMAIL, settings.ADMIN_PASSWORD)).status, 200);
  const logs = `/api/devices/${device}/logs`;
  assert.deepEqual((await again.get(logs)).body, (await admin.get(logs)).body);
});
