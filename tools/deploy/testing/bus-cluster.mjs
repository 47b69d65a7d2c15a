import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SERVICES } from '../../bus/rights.mjs';
import { eventually } from '../../start/testing/running-copy.mjs';
import { natsInfo } from '../../start/nats.mjs';
import { natsBinary } from '../../start/nats-binary.mjs';
import { freePorts } from '../../start/ports.mjs';
import { ACCOUNTS_FILE, SUBSCRIBERS_FILE } from '../bus-accounts.mjs';

const USERS = ['repairline', ...SERVICES];
const SIZE = 3;

/**
 * Three servers as the cluster's manifests configure them, but for the addresses, which differ on one machine. Gone with
 * the test.
 */
export async function busCluster(t, { root, dataDir }) {
  const binary = natsBinary(dataDir, process.env.NATS_SERVER_BIN);
  const ports = await freePorts(SIZE * 2);
  const passwords = Object.fromEntries(
    [...USERS, 'routes'].map((user) => [user, `n${randomBytes(12).toString('hex')}`]),
  );
  const variables = environment(passwords, ports.slice(SIZE));
  const servers = ports.slice(0, SIZE).map((port, index) => {
    const name = `repairline-nats-${index}`;
    const folder = join(dataDir, name);
    mkdirSync(folder);
    for (const file of [ACCOUNTS_FILE, SUBSCRIBERS_FILE]) copyFileSync(file, join(folder, basename(file)));
    writeFileSync(join(folder, 'nats.conf'), configuration({ root, folder, port, routePort: ports[SIZE + index] }));
    return { name, ...member({ binary, port, folder, env: { ...variables, POD_NAME: name } }) };
  });
  t.after(() => servers.forEach(({ kill }) => kill()));
  servers.forEach(({ start }) => start());
  await eventually(async () => (await Promise.all(servers.map(({ answers }) => answers()))).every(Boolean));
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return { servers, urlOf: (user) => `nats://${user}:${passwords[user]}@${hosts}` };
}

function environment(passwords, routePorts) {
  const ofUsers = Object.entries(passwords).map(([user, value]) => [`NATS_${user.toUpperCase()}_PASSWORD`, value]);
  const routes = routePorts.map((port, index) => [
    `NATS_ROUTE_${index}`,
    `nats-route://routes:${passwords.routes}@127.0.0.1:${port}`,
  ]);
  const { PATH, HOME } = process.env;
  return { PATH, HOME, GOMEMLIMIT: '64MiB', ...Object.fromEntries([...ofUsers, ...routes]) };
}

function configuration({ root, folder, port, routePort }) {
  const shipped = readFileSync(join(root, 'k8s', 'components', 'nats-cluster', 'nats.conf'), 'utf8');
  const places = {
    '0.0.0.0:4222': `127.0.0.1:${port}`,
    '0.0.0.0:6222': `127.0.0.1:${routePort}`,
    'http: 0.0.0.0:8222\n': '',
    'store_dir: /data': `store_dir: ${JSON.stringify(join(folder, 'store'))}`,
  };
  return Object.entries(places).reduce((text, [there, here]) => {
    if (!text.includes(there)) throw new Error(`${there} is not in the cluster's configuration`);
    return text.replace(there, here);
  }, shipped);
}

function member({ binary, port, folder, env }) {
  let child;
  return {
    port,
    start() {
      const log = openSync(join(folder, 'log'), 'a');
      child = spawn(binary, ['-c', join(folder, 'nats.conf')], { env, stdio: ['ignore', log, log] });
    },
    kill: () => child?.kill('SIGKILL'),
    answers: async () => Boolean((await natsInfo(`nats://127.0.0.1:${port}`))?.jetstream),
  };
}
