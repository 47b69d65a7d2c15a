import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePorts } from '../../shared/ports.mjs';
import { ROOT } from '../../shared/run-command.mjs';

const SCRIPT = join(ROOT, 'libs', 'event-store', 'dist', 'testing', 'eventstoredb-stand-in', 'main.js');

/** A separate process that speaks EventStoreDB's protocol, for one test, with its log in memory. */
export async function startStandIn(t) {
  const [port] = await freePorts(1);
  const server = spawn(process.execPath, [SCRIPT, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => server.kill());
  await new Promise((resolve, reject) => {
    server.stdout.setEncoding('utf8').on('data', (text) => text.includes('ready at') && resolve());
    server.once('exit', () => reject(new Error('The stand-in of EventStoreDB did not start')));
  });
  return { settings: { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: `esdb://127.0.0.1:${port}?tls=false` } };
}
