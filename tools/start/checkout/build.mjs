import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serviceNode } from './check-node.mjs';
import { runTask } from './task.mjs';

const SHARED_INPUTS = ['package-lock.json', 'tsconfig.base.json', '.swcrc', 'nx.json'];
const NOT_SOURCES = new Set(['dist', 'node_modules', 'coverage', 'test-results', 'e2e', 'migrations']);
const SPEC = /\.spec\.tsx?$/;

/** Builds if a source changed since the last build; the stamp saves a warm start from loading the build tool at all. */
export async function ensureBuilt(root) {
  const stamp = join(root, 'node_modules', '.cache', 'repairline', 'built');
  const wanted = sourcesStamp(root);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted && isBuilt(root)) return;
  await build(root);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Whether everything is built, from whatever sources. */
export function isBuilt(root) {
  return builtPackages(root).every((folder) => existsSync(join(folder, 'dist')));
}

async function build(root) {
  const node = serviceNode(root);
  const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js');
  const entry = existsSync(nx) ? nx : join(root, 'node_modules', 'nx', 'bin', 'nx.js');
  await runTask('Building what changed', node, [entry, 'run-many', '-t', 'build', '--outputStyle=static'], {
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0' },
  });
}

function builtPackages(root) {
  const folders = ['libs', 'apps'].flatMap((group) => packageFolders(join(root, group)));
  return folders.filter((folder) => {
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return Boolean(scripts?.build) && existsSync(join(folder, 'src'));
  });
}

function packageFolders(group) {
  const folders = readdirSync(group).map((name) => join(group, name));
  return folders.filter((folder) => existsSync(join(folder, 'package.json')));
}

function sourcesStamp(root) {
  const hash = createHash('sha256');
  const add = (path) => {
    const info = statSync(path, { throwIfNoEntry: false });
    if (info) hash.update(`${path} ${info.size} ${info.mtimeMs}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (NOT_SOURCES.has(entry.name) || SPEC.test(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else add(path);
    }
  };
  SHARED_INPUTS.forEach((name) => add(join(root, name)));
  walk(join(root, 'libs'));
  walk(join(root, 'apps'));
  return hash.digest('hex');
}
