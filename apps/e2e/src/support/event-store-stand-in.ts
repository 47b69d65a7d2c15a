import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, root } from './places';

const SCRIPT = join(root, 'libs', 'event-store', 'dist', 'testing', 'eventstoredb-stand-in', 'main.js');

/** An event as the stand-in's file stores it. */
export interface StoredEvent {
  stream: string;
  type: string;
}

/** A separate process that speaks EventStoreDB's protocol and stores events in a file. */
export async function startEventStoreStandIn() {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-stand-in-'));
  const file = join(folder, 'log');
  const port = await freePort();
  let server = await start(port, file);
  return {
    settings: { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: `esdb://127.0.0.1:${port}?tls=false` },
    events(): StoredEvent[] {
      const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
      return lines.flatMap((line) => JSON.parse(line) as StoredEvent[]);
    },
    kill: () => end(server, 'SIGKILL'),
    /** On the same port, with the events in the file. */
    async startAgain() {
      server = await start(port, file);
    },
    async stop() {
      await end(server, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function start(port: number, file: string): Promise<ChildProcess> {
  const server = spawn(process.execPath, [SCRIPT, String(port), file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const gone = once(server, 'exit').then(() => Promise.reject(new Error('The stand-in of EventStoreDB did not start')));
  const said = new Promise<void>((resolve) => {
    server.stdout.setEncoding('utf8').on('data', (text: string) => text.includes('ready at') && resolve());
  });
  await Promise.race([said, gone]);
  gone.catch(() => undefined);
  return server;
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill(signal);
  await exited;
}
