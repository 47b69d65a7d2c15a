import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { eventsUser, SERVICES } from '../../bus/rights.mjs';
import { eventually } from '../../start/testing/running-copy.mjs';
import { natsInfo } from '../../start/stores/nats.mjs';
import { natsBinary } from '../../start/stores/nats-binary.mjs';
import { freePorts, KEPT_PORTS } from '../../shared/ports.mjs';
import { render } from '../kubernetes/kustomize.mjs';
import { composeFile, filled } from './compose-files.mjs';

const USERS = ['repairline', ...SERVICES];
const SIZE = 3;

/** The files that Compose mounts for its bus, by name. `variables` are those of `.env`. */
export function filesOfCompose(root, variables = {}, { services, configs } = composeFile()) {
  return Object.fromEntries(
    services.nats.configs.map(({ source, target }) => [
      target.replace('/etc/repairline/', ''),
      readFileSync(resolve(root, filled(configs[source].file, variables)), 'utf8'),
    ]),
  );
}

/** The files that a cluster mounts for its bus, by name. */
export function filesOfOverlay(folder) {
  const isMounted = ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'repairline-nats';
  return render(folder).find(isMounted).data;
}

/** One server with the files mounted for it, except its addresses. It is removed with the test. */
export function busServer(t, { dataDir, files }) {
  return busServers(t, { dataDir, files, size: 1 });
}

/** Three servers as in production, except for the addresses, which differ on one machine. Removed with the test. */
export function busCluster(t, { root, dataDir, files = filesOfOverlay(join(root, 'k8s', 'overlays', 'production')) }) {
  return busServers(t, { dataDir, files, size: SIZE });
}

async function busServers(t, { dataDir, files, size }) {
  const binary = natsBinary(dataDir, process.env.NATS_SERVER_BIN);
  const ports = await freePorts(size * 2, KEPT_PORTS);
  const passwords = Object.fromEntries(
    [...USERS, 'routes'].map((user) => [user, `n${randomBytes(12).toString('hex')}`]),
  );
  const variables = environment(passwords, ports.slice(size));
  const servers = ports.slice(0, size).map((port, index) => {
    const name = `repairline-nats-${index}`;
    const place = { folder: join(dataDir, name), port, routePort: size > 1 ? ports[size + index] : undefined };
    mkdirSync(place.folder);
    const server = { name, ...member({ binary, ...place, env: { ...variables, POD_NAME: name } }) };
    server.mount(files);
    return server;
  });
  t.after(() => servers.forEach(({ kill }) => kill()));
  servers.forEach(({ start }) => start());
  await eventually(async () => (await Promise.all(servers.map(({ answers }) => answers()))).every(Boolean));
  const hosts = servers.map(({ port }) => `127.0.0.1:${port}`).join(',');
  return {
    servers,
    hosts,
    urlOf: (user) => `nats://${user}:${passwords[user]}@${hosts}`,
    eventsUrlOf: (service) => `nats://${eventsUser(service)}:${passwords[service]}@${hosts}`,
  };
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

function onThisMachine(shipped, { folder, port, routePort }) {
  const places = {
    '0.0.0.0:4222': `127.0.0.1:${port}`,
    ...(routePort && { '0.0.0.0:6222': `127.0.0.1:${routePort}` }),
    'http: 127.0.0.1:8222\n': '',
    'store_dir: /data': `store_dir: ${JSON.stringify(join(folder, 'store'))}`,
  };
  return Object.entries(places).reduce((text, [there, here]) => {
    if (!text.includes(there)) throw new Error(`${there} is not in the configuration of the bus`);
    return text.replace(there, here);
  }, shipped);
}

function member({ binary, folder, port, routePort, env }) {
  let child;
  const answers = async () => Boolean((await natsInfo(`nats://127.0.0.1:${port}`))?.jetstream);
  const end = async (signal) => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await ended;
  };
  return {
    ...{ port, routePort, answers },
    mount(files) {
      for (const [name, text] of Object.entries(files))
        writeFileSync(
          join(folder, name),
          name === 'nats.conf' ? onThisMachine(text, { folder, port, routePort }) : text,
        );
    },
    start() {
      const log = openSync(join(folder, 'log'), 'a');
      child = spawn(binary, ['-c', join(folder, 'nats.conf')], { env, stdio: ['ignore', log, log] });
    },
    reload: () => child.kill('SIGHUP'),
    async restart() {
      await end('SIGTERM');
      this.start();
      await eventually(answers);
    },
    kill: () => child?.kill('SIGKILL'),
  };
}
