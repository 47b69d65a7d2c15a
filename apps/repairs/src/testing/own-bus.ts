import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** A nats-server for one test file, so that the real subjects are answered by nobody else. */
export async function startOwnBus(): Promise<{ url: string; stop: () => Promise<void> }> {
  const storage = mkdtempSync(join(tmpdir(), 'repairline-bus-'));
  const server = spawn(program(), ['-a', '127.0.0.1', '-p', '-1', '-js', '-sd', storage], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(server, 'exit');
  for await (const line of createInterface({ input: server.stderr })) {
    const port = /client connections on [\d.]+:(\d+)/u.exec(line)?.[1];
    if (!port) continue;
    server.stderr.resume();
    const stop = async () => {
      server.kill('SIGKILL');
      await ended;
      rmSync(storage, { recursive: true, force: true });
    };
    return { url: `nats://127.0.0.1:${port}`, stop };
  }
  throw new Error('nats-server ended before it listened');
}

function program(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin'];
  const found = process.env.NATS_SERVER_BIN ?? folders.map((folder) => join(folder, 'nats-server')).find(existsSync);
  if (!found) throw new Error('nats-server is missing: set NATS_SERVER_BIN');
  return found;
}
