import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EVENTS, publishedSubjects } from '../bus/rights.mjs';
import { nats } from '../bus/testing/own-server.mjs';
import { answeredBeyond, take } from '../bus/testing/subscriber.mjs';
import { serviceNode } from '../start/checkout/check-node.mjs';
import { eventually } from '../start/testing/running-copy.mjs';
import { SUBSCRIBERS_FILE } from './bus-accounts.mjs';
import { busCluster, busServer, filesOfCompose, filesOfOverlay } from './testing/bus-cluster.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const SUBJECT = 'repairline.repairs.device.v1.device-scrapped';

/** How an installation adopts what `consumer` prints, and what its bus then has mounted. */
const INSTALLATIONS = {
  'with Docker Compose': {
    open(folder) {
      const file = join(folder, 'subscribers.conf');
      const files = () => filesOfCompose(root, { BUS_SUBSCRIBERS: file });
      copyFileSync(SUBSCRIBERS_FILE, file);
      return { file, files, start: (t) => busServer(t, { dataDir: folder, files: files() }) };
    },
    stream: {},
  },
  'on a cluster': {
    open(folder) {
      cpSync(join(root, 'k8s'), join(folder, 'k8s'), { recursive: true });
      const overlay = join(folder, 'k8s', 'overlays', 'production');
      const file = join(overlay, 'subscribers.conf');
      const kustomization = readFileSync(join(overlay, 'kustomization.yaml'), 'utf8');
      const more = '  - { name: repairline-nats, behavior: merge, files: [subscribers.conf] }';
      writeFileSync(
        join(overlay, 'kustomization.yaml'),
        kustomization.replace(/^configMapGenerator:$/m, (line) => `${line}\n${more}`),
      );
      copyFileSync(SUBSCRIBERS_FILE, file);
      const files = () => filesOfOverlay(overlay);
      return { file, files, start: (t) => busCluster(t, { root, dataDir: folder, files: files() }) };
    },
    stream: { num_replicas: 3 },
  },
};

/** Runs the command as the image does, with the environment of its Compose service or CronJob. */
function consumer(busUrl, ...args) {
  const passwords = ['IDENTITY', 'REPAIRS', 'BILLING', 'ANALYTICS'].map((name) => [
    `${name}_DATABASE_PASSWORD`,
    'none',
  ]);
  const stores = { NATS_URL: busUrl, DATABASE_URL: 'postgres://nowhere:1/repairline', DATA_KEY: 'f'.repeat(64) };
  const env = { PATH: process.env.PATH, DATA_DIR: tmpdir(), ...stores, ...Object.fromEntries(passwords) };
  const command = join(root, 'tools', 'deploy', 'run-by-name.mjs');
  const child = spawn(serviceNode(root), [command, 'consumer', ...args], { cwd: root, env });
  const ran = { out: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => (ran.out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (ran.errors += text));
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...ran, code })));
}

for (const [where, { open, stream }] of Object.entries(INSTALLATIONS)) {
  test(`${where} a subscriber is added by what is printed, and removed again; others resume where they were`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'repairline-subscribers-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const { file, files, start } = open(folder);
    const bus = await start(t);
    const connections = [];
    t.after(() => Promise.all(connections.map((connection) => connection.close())));
    const connect = async (options) => {
      const connection = await nats.connect({ servers: bus.hosts.split(','), ...options });
      connections.push(connection);
      return connection;
    };
    const [user, pass] = ['repairline', new URL(bus.urlOf('repairline').split(',')[0]).password];
    const operator = await connect({ user, pass, maxReconnectAttempts: -1, reconnectTimeWait: 100 });
    const manager = await operator.jetstreamManager({ checkAPI: false, timeout: 1_000 });
    // Servers that are still forming a cluster answer nobody.
    await eventually(async () =>
      Boolean(await manager.streams.add({ name: EVENTS, subjects: [publishedSubjects()], ...stream })),
    );
    /** Publishes as the relay does: under an id, and again if the stream has no leader yet. */
    const publish = (position) =>
      eventually(async () => {
        const options = { msgID: String(position) };
        return Boolean(await operator.jetstream().publish(SUBJECT, JSON.stringify({ position }), options));
      });
    const enter = ({ nkey }) =>
      connect({ reconnect: false, authenticator: nats.nkeyAuthenticator(new TextEncoder().encode(nkey)) });
    /** Pulls as a subscriber does, repeatedly. */
    const takeAll = async (connection, name, count) => {
      const taken = [];
      await eventually(async () => {
        taken.push(...(await take(connection, name, count - taken.length)));
        return taken.length === count;
      });
      return taken;
    };
    const startAnew = async () => {
      for (const server of bus.servers) {
        server.mount(files());
        await server.restart();
      }
      await eventually(async () => Boolean(await manager.streams.info(EVENTS)));
    };
    const add = async (name) => {
      const { code, out, errors } = await consumer(bus.urlOf('repairline'), 'add', name, '--context', 'repairs');
      assert.equal(code, 0, errors);
      appendFileSync(file, errors.slice(errors.indexOf('\n') + 1));
      return JSON.parse(out);
    };

    for (const position of [1, 2, 3]) await publish(position);
    const reports = await add('reports');
    assert.ok(!reports.servers.includes('@'), 'the address names no user of the product');
    await assert.rejects(enter(reports), { code: 'AUTHORIZATION_VIOLATION' });
    await startAnew();
    const first = await enter(reports);
    assert.deepEqual(await takeAll(first, 'reports', 2), [1, 2]);

    const audit = await add('audit');
    await startAnew();
    await publish(4);
    const [second, other] = [await enter(reports), await enter(audit)];
    assert.deepEqual(await takeAll(second, 'reports', 2), [3, 4], 'it resumes where it was');
    assert.deepEqual(await takeAll(other, 'audit', 1), [1]);
    assert.deepEqual(await answeredBeyond(second, 'reports', 'audit'), []);
    assert.match((await consumer(bus.urlOf('repairline'), 'list')).out, /^reports {2}repairs .*\naudit {2}repairs /);

    const removed = await consumer(bus.urlOf('repairline'), 'remove', 'reports');
    assert.deepEqual([removed.code, /subscriber-reports/.test(removed.errors)], [0, true]);
    await publish(5);
    await assert.rejects(take(second, 'reports', 1), 'its consumer is gone at once');
    assert.deepEqual(await answeredBeyond(second, 'reports', 'audit'), []);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^ {2}"subscriber-reports" \{\n[^]*?^ {2}\}\n/m, ''));
    await startAnew();
    await assert.rejects(enter(reports), { code: 'AUTHORIZATION_VIOLATION' });
    const still = await enter(audit);
    assert.deepEqual(await takeAll(still, 'audit', 4), [2, 3, 4, 5], 'the others resume where they were');
  });
}
