import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { StartError, say } from '../../shared/say.mjs';

const INSTALL_WITH = {
  darwin: 'brew install nats-server',
  win32: 'winget install NATSAuthors.NATSServer',
  fedora: 'sudo dnf install nats-server',
  arch: 'sudo pacman -S nats-server',
  alpine: 'sudo apk add nats-server',
};

/** Finds nats-server, or fetches it from Debian's or Ubuntu's own archive; npm has none. */
export function natsBinary(dataDir, configured) {
  if (configured) {
    if (isRunnable(configured)) return configured;
    throw new StartError(`NATS_SERVER_BIN: ${configured} is not a program that can be run.`);
  }
  const kept = join(dataDir, 'bin', 'nats-server');
  const found = onPath() ?? (isRunnable(kept) ? kept : undefined);
  if (found) return found;
  const fetched = hasApt() ? (process.getuid() === 0 ? installAsRoot() : unpackInto(dataDir, kept)) : undefined;
  if (fetched) return fetched;
  throw new StartError(
    `nats-server is missing. Install it with '${installCommand()}', or set NATS_SERVER_BIN or NATS_URL.`,
  );
}

function onPath() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/bin', '/usr/sbin', '/usr/bin'];
  const name = process.platform === 'win32' ? 'nats-server.exe' : 'nats-server';
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isRunnable);
}

function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function hasApt() {
  return process.platform === 'linux' && existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg');
}

function installAsRoot() {
  say('Installing nats-server with apt-get…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = () => run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nats-server'], { env });
  if (!install() && run('apt-get', ['update', '-qq'], { env })) install();
  return onPath();
}

/** For users other than root: apt with folders of its own, so that it does not touch the system. */
function unpackInto(dataDir, target) {
  say('Fetching nats-server from the system archive…');
  const work = join(dataDir, 'apt');
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(work, folder), { recursive: true });
  writeFileSync(join(work, 'status'), '');
  const own = {
    'Dir::State': work,
    'Dir::State::lists': join(work, 'lists'),
    'Dir::State::status': join(work, 'status'),
    'Dir::Cache': join(work, 'cache'),
    'APT::Sandbox::User': '',
  };
  const options = Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  try {
    if (!run('apt-get', [...options, 'update', '-qq'], { cwd: work })) return undefined;
    if (!run('apt-get', [...options, 'download', '-qq', 'nats-server'], { cwd: work })) return undefined;
    const archive = readdirSync(work).find((name) => name.endsWith('.deb'));
    if (!archive || !run('dpkg', ['-x', archive, 'unpacked'], { cwd: work })) return undefined;
    const program = ['usr/sbin', 'usr/bin']
      .map((folder) => join(work, 'unpacked', folder, 'nats-server'))
      .find(existsSync);
    if (!program) return undefined;
    mkdirSync(join(dataDir, 'bin'), { recursive: true });
    copyFileSync(program, target);
    chmodSync(target, 0o755);
    return target;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function run(command, args, options) {
  return spawnSync(command, args, { ...options, stdio: 'ignore' }).status === 0;
}

function installCommand() {
  if (INSTALL_WITH[process.platform]) return INSTALL_WITH[process.platform];
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  const system = Object.keys(INSTALL_WITH).find((name) => new RegExp(`^ID(_LIKE)?=.*${name}`, 'm').test(release));
  return INSTALL_WITH[system] ?? 'sudo apt-get install nats-server';
}
