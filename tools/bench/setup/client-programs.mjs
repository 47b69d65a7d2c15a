import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const DEBIAN_FOLDER = ['usr', 'lib', 'postgresql', '15', 'bin'];
const PACKAGES = ['postgresql-15', 'postgresql-client-15', 'libpq5'];

/**
 * pgbench and psql, which no npm package contains: the installed ones, or those of Debian's archive, unpacked into a
 * folder rather than installed, which would start a server. Each is null if unavailable; a row that needs it says so.
 */
export function clientPrograms(folder) {
  const installed = found(systemFolders());
  if (installed.pgbench && installed.psql) return installed;
  const unpacked = join(folder, 'postgresql-client');
  if (!existsSync(join(unpacked, ...DEBIAN_FOLDER))) fetchInto(unpacked);
  const fetched = found([join(unpacked, ...DEBIAN_FOLDER)]);
  return { pgbench: installed.pgbench ?? fetched.pgbench, psql: installed.psql ?? fetched.psql };
}

function systemFolders() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  return [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...versions];
}

function found(folders) {
  const find = (name) => folders.map((folder) => join(folder, name)).find(runs) ?? null;
  return { pgbench: find('pgbench'), psql: find('psql') };
}

function runs(path) {
  return (
    existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', env: programEnvironment(path) }).status === 0
  );
}

/** Lets a fetched program find the library that was fetched with it. */
function programEnvironment(path) {
  const usr = path.split(join('lib', 'postgresql'))[0];
  const architecture = { x64: 'x86_64', arm64: 'aarch64' }[process.arch] ?? process.arch;
  const libraries = join(usr, 'lib', `${architecture}-linux-gnu`);
  return { ...process.env, LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter) };
}

function fetchInto(folder) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get') || !existsSync('/usr/bin/dpkg')) return;
  const work = `${folder}.draft`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const run = (command, args) => spawnSync(command, args, { cwd: work, stdio: 'ignore' }).status === 0;
  try {
    if (!run('apt-get', ['download', '-qq', ...PACKAGES])) return;
    for (const archive of readdirSync(work)) if (!run('dpkg', ['-x', archive, folder])) return;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Runs a client program to its end. @returns its output, or only its size in bytes @throws with its last output */
export function runProgram(program, args, { url, input, output = 'text' }) {
  const child = spawn(program, args, {
    env: { ...programEnvironment(program), PGPASSWORD: decodeURIComponent(new URL(url).password) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const parts = [];
  let bytes = 0;
  let complaints = '';
  child.stdout.on('data', (chunk) => {
    bytes += chunk.length;
    if (output === 'text') parts.push(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (text) => (complaints = (complaints + text).slice(-2_000)));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve({ text: Buffer.concat(parts).toString('utf8'), bytes, complaints });
      else reject(new Error(`${program} ended with ${code}: ${complaints.trim()}`));
    });
  });
}
