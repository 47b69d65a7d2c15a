import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { StartError } from './say.mjs';

const USER = 'repairline';

export function embeddedNats({ binary, dataDir, port, password }) {
  const folder = join(dataDir, 'nats');
  const config = join(folder, 'nats.conf');
  return {
    url: `nats://${USER}:${password}@127.0.0.1:${port}`,
    launch(log) {
      mkdirSync(join(folder, 'store'), { recursive: true, mode: 0o700 });
      writeFileSync(config, configuration(port, join(folder, 'store'), password), { mode: 0o600 });
      // A soft limit of Go's runtime: without it the server keeps what one burst of events has needed.
      const env = { ...process.env, GOMEMLIMIT: process.env.GOMEMLIMIT ?? '64MiB' };
      return spawn(binary, ['-c', config], { cwd: folder, detached: true, stdio: ['ignore', log, log], env });
    },
  };
}

function configuration(port, store, password) {
  return [
    `listen: "127.0.0.1:${port}"`,
    'server_name: repairline',
    `jetstream { store_dir: ${JSON.stringify(store)}, max_memory_store: 64MB }`,
    `authorization { user: ${USER}, password: "${password}" }`,
    '',
  ].join('\n');
}

/** The first line a NATS server sends says what it can do; undefined when none answers. */
export function natsInfo(url, limit = 2_000) {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 4222) });
    let text = '';
    const answer = (info) => {
      socket.destroy();
      resolve(info);
    };
    socket.setTimeout(limit, () => answer(undefined));
    socket.on('error', () => answer(undefined));
    socket.on('close', () => answer(undefined));
    socket.on('data', (chunk) => {
      text += chunk;
      const [line, rest] = text.split('\r\n', 2);
      if (rest !== undefined) answer(line.startsWith('INFO ') ? JSON.parse(line.slice(5)) : undefined);
    });
  });
}

/** Checks an existing server before anything is started on it: of a cluster's list the first that answers. */
export async function checkExistingNats(url) {
  const servers = url.split(',').map((server) => (server.includes('://') ? server : `nats://${server}`));
  const infos = await Promise.all(servers.map((server) => natsInfo(server, 10_000)));
  const info = infos.find(Boolean);
  const host = servers.map((server) => new URL(server).host).join(', ');
  if (!info) throw new StartError(`NATS_URL: no NATS server answers at ${host}.`);
  if (!info.jetstream)
    throw new StartError(`NATS_URL: the NATS server at ${host} runs without JetStream; start it with -js.`);
}
