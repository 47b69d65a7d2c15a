import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEventStoreStandIn } from './event-store-stand-in';
import { freePort, root } from './places';

const READY_WITHIN = 120_000;

export const firstAdmin = { email: 'admin@school.example', password: 'first admin of the journeys' };

export interface Product {
  url: string;
  dataDir: string;
  stop: () => Promise<void>;
}

/** Starts the product that the journeys share; they find it through E2E_BASE_URL. */
export default async function startStack(): Promise<() => Promise<void>> {
  const start = process.env.EVENTSTOREDB_URL ? startProduct : startFreshProduct;
  const { url, dataDir, stop } = await start(process.env.E2E_PORT);
  process.env.E2E_BASE_URL = url;
  process.env.E2E_DATA_DIR = dataDir;
  return stop;
}

/** Starts the product on an empty log: with `EVENT_STORE=eventstoredb`, on a stand-in server of its own. */
export async function startFreshProduct(wantedPort?: string): Promise<Product> {
  if (process.env.EVENT_STORE !== 'eventstoredb') return startProduct(wantedPort);
  const store = await startEventStoreStandIn();
  const product = await startProduct(wantedPort, store.settings);
  const stop = async () => {
    await product.stop();
    await store.stop();
  };
  return { ...product, stop };
}

/** Starts the whole product on an empty data folder. */
export async function startProduct(wantedPort?: string, settings: Record<string, string> = {}): Promise<Product> {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-e2e-'));
  const port = wantedPort ?? String(await freePort());
  const supervisor = spawn(process.execPath, [join(root, 'tools', 'start', 'start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: port,
      DATA_DIR: dataDir,
      SCHOOL_EMAIL_DOMAINS: 'school.example',
      ADMIN_EMAIL: firstAdmin.email,
      ADMIN_PASSWORD: firstAdmin.password,
      DATABASE_URL: '',
      NATS_URL: '',
      NATS_EVENTS_URL: '',
      PUBLIC_ORIGIN: '',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    await ended(supervisor, () => supervisor.kill('SIGTERM'));
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await ready(supervisor);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `http://localhost:${port}`, dataDir, stop };
}

function ready(supervisor: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`The product was not ready in time:\n${output}`)), READY_WITHIN);
    const settle = (action: () => void) => {
      clearTimeout(timer);
      action();
    };
    supervisor.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('Repairline is ready')) settle(resolve);
    });
    supervisor.once('exit', () => settle(() => reject(new Error(`The product did not start:\n${output}`))));
  });
}

async function ended(child: ChildProcess, ask: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  await new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    ask();
  });
}
