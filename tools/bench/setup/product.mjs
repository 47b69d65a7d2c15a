import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { EVENTS } from '../../bus/rights.mjs';
import { isSameProcess } from '../../shared/processes.mjs';
import { freePorts } from '../../shared/ports.mjs';
import { serviceNode } from '../../start/checkout/check-node.mjs';

const require = createRequire(import.meta.url);
export const ADMIN = { email: 'admin@school.example', password: 'first admin of the bench' };
const READY = /Repairline is ready/;
const READY_WITHIN_MS = 180_000;

/** Starts the whole product, as `npm start` does; resolves when it reports that it is ready. */
export async function startProduct({ root, closers }, { dataDir, env = {} }) {
  const [port] = await freePorts(1);
  const startedAt = performance.now();
  const own = { PORT: String(port), DATA_DIR: dataDir, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
  const child = spawn(serviceNode(root), [join(root, 'tools', 'start', 'start.mjs')], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', NATS_URL: '', NATS_EVENTS_URL: '', EVENT_STORE: '', ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  closers.push(stop);
  await untilReady(child);
  const seconds = (performance.now() - startedAt) / 1_000;
  const run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8'));
  return { url: `http://127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`, dataDir, run, seconds, stop };
}

function untilReady(child) {
  let said = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The product was not ready in time: ${said}`)), READY_WITHIN_MS);
    const listen = (text) => {
      said += text;
      if (READY.test(said)) (clearTimeout(timer), resolve());
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    child.on('close', (code) => reject(new Error(`The product ended with ${code}: ${said}`)));
  });
}

/** Waits until every service has taken in the others' logs, so that this work does not run beside the measurement. */
export async function untilEventsAreTakenIn({ run }) {
  const bus = await require('nats').connect(
    require('@repairline/service-kit/bus/nats-options').natsOptions(run.natsEventsUrl, 'bench'),
  );
  const { consumers } = await bus.jetstreamManager();
  const isAtRest = async () => {
    const publishing = ['identity', 'repairs', 'billing'].map(async (name) => (await checksOf(run, name)).relay.detail);
    const relays = await Promise.all(publishing);
    if (relays.some(({ behind }) => behind > 0)) return false;
    const figures = (await checksOf(run, 'analytics')).repairs.detail;
    if (figures.position < relays[1].position) return false;
    const infos = (await consumers.list(EVENTS).next()).map(
      ({ num_pending, num_ack_pending }) => num_pending + num_ack_pending,
    );
    return infos.every((left) => left === 0);
  };
  while (!(await isAtRest())) await pause(200);
  await bus.close();
}

async function checksOf({ services }, name) {
  const answer = await fetch(`http://127.0.0.1:${services[name].healthPort}/health/ready`);
  return (await answer.json()).checks;
}

/** Megabytes of each process, by name, as PSS, which counts shared memory once. Null on systems other than Linux. */
export function memoryOf({ dataDir }) {
  if (process.platform !== 'linux') return null;
  const children = JSON.parse(readFileSync(join(dataDir, 'children.json'), 'utf8'));
  const running = Object.entries(children).filter(([, child]) => isSameProcess(child));
  return Object.fromEntries(running.map(([name, { pid }]) => [name, pssWithChildren(pid)]));
}

function pssWithChildren(pid) {
  const pids = [pid, ...childrenOf(pid)];
  const kilobytes = pids.map((id) => Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${id}/smaps_rollup`))?.[1] ?? 0));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1_024;
}

function childrenOf(pid) {
  const direct = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return direct.flatMap((child) => [child, ...childrenOf(child)]);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
