import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface OwnBus {
  url: string;
  port: number;
  /** Ends it at once, or in order. */
  stop: (how?: 'KILL' | 'TERM') => Promise<void>;
}

/**
 * Runs a program no longer than this process lives: a test that fails half-way or is killed leaves no server behind.
 */
const UNTIL_STDIN_ENDS = '"$0" "$@" & read -r how; kill -"${how:-KILL}" $!; wait $! 2>/dev/null; true';

/**
 * A nats-server for one test file. Stand-ins for the services answer on the real subjects here; on a bus shared with
 * other test files they would take the calls of those. `configuration` is added to the server's, in its own format; a
 * given `store` outlives the server.
 */
export async function startOwnBus({
  jetStream = true,
  port = -1,
  configuration = '',
  store: given = '',
} = {}): Promise<OwnBus> {
  const store = given || mkdtempSync(join(tmpdir(), 'repairline-bus-'));
  const file = join(store, 'nats.conf');
  writeFileSync(file, configuration);
  const flags = ['-c', file, '-a', '127.0.0.1', '-p', String(port), ...(jetStream ? ['-js', '-sd', store] : [])];
  const server = spawn('sh', ['-c', UNTIL_STDIN_ENDS, binary(), ...flags], { stdio: ['pipe', 'ignore', 'pipe'] });
  const listening = await portOf(server);
  return {
    url: `nats://127.0.0.1:${listening}`,
    port: listening,
    stop: async (how = 'KILL') => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.stdin.end(`${how}\n`);
      await ended;
      if (!given) rmSync(store, { recursive: true, force: true });
    },
  };
}

function portOf(server: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    if (!server.stderr) return reject(new Error('nats-server has no output'));
    createInterface({ input: server.stderr }).on('line', (line) => {
      const port = /Listening for client connections on 127\.0\.0\.1:(\d+)/u.exec(line)?.[1];
      if (port) resolve(Number(port));
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`nats-server ended with ${code}`)));
  });
}

function binary(): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/sbin', '/usr/bin'];
  const found = folders.map((folder) => join(folder, 'nats-server')).find(existsSync);
  const program = process.env.NATS_SERVER_BIN ?? found;
  if (!program) throw new Error('nats-server is missing: set NATS_SERVER_BIN');
  return program;
}
