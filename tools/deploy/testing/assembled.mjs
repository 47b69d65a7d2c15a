import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, stages } from './what-is-read.mjs';

const OF_A_BUILD = new Set(['dist', 'migrations', 'package.json']);
const NOT_COPIED = /\.spec\.[^/]*$|\/testing$|\/README\.md$/;

/**
 * Puts into `folder` what the Dockerfile's stage has in /repairline, following its COPY lines, with the packages npm
 * would install there. Nobody may write to it, as in a container. @returns its size in bytes, node program included
 */
export function assemble(target, folder) {
  const copies = [...stages()[target].matchAll(/^COPY (?:--from=(\S+) )?(.+) (\S+)$/gm)];
  for (const [, from, sources, to] of copies) {
    if (from?.endsWith('-packages')) packagesOf(from).forEach((path) => copyPackage(path, folder));
    else sources.split(' ').forEach((source) => copySource({ from, source, to, folder }));
  }
  closeToWriting(folder);
  return sizeOf(folder) + statSync(process.execPath).size;
}

function copySource({ from, source, to, folder }) {
  const path = source.replace('/repairline/', '');
  if (!from && !isInContext(path)) throw new Error(`${path} is kept out by .dockerignore`);
  const into = to.endsWith('/') ? join(folder, to, basename(path)) : join(folder, to);
  const depth = (found) => found.slice(join(root, path).length).split('/').length - 1;
  // For libs/x/… and apps/x/…, only what a package's build leaves.
  const atPackage = path === 'libs' ? 2 : 1;
  const filter = (found) =>
    from === 'build' ? depth(found) !== atPackage || OF_A_BUILD.has(basename(found)) : !NOT_COPIED.test(found);
  cpSync(join(root, path), into, { recursive: true, filter });
}

/** According to .dockerignore, which excludes everything not named after `!`. */
function isInContext(path) {
  const kept = readFileSync(join(root, '.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm);
  return [...kept].some(([, name]) => path === name || path.startsWith(`${name}/`));
}

/** The packages as `npm ci --omit=dev --workspace …` resolves them, as paths in the lockfile. */
function packagesOf(stage) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const workspaces = [...stages()[stage].matchAll(/--workspace @repairline\/(\S+)/g)].map((match) => match[1]);
  const found = new Set();
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    const { resolved, link } = packages[path];
    const place = link ? resolved : path;
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[place];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const dependency = resolvedFrom(packages, place, name);
      const isNeeded = dependencies?.[name] || (peerDependencies?.[name] && !peerDependenciesMeta[name]?.optional);
      if (dependency && (isNeeded || optionalDependencies?.[name])) visit(dependency);
    }
  };
  workspaces.forEach((name) => visit(`node_modules/@repairline/${name}`));
  return [...found];
}

function resolvedFrom(packages, place, name) {
  for (let at = place; ; at = at.replace(/\/?[^/]*$/, '')) {
    const path = `${at ? `${at}/` : ''}node_modules/${name}`;
    if (packages[path]) return path;
    if (at === '') return undefined;
  }
}

/** Copies a package without its nested ones, which have their own paths. Optional ones exist for this machine only. */
function copyPackage(path, folder) {
  const from = join(root, path);
  if (!existsSync(from)) return;
  const nested = join(from, 'node_modules');
  mkdirSync(join(folder, path, '..'), { recursive: true });
  cpSync(from, join(folder, path), { recursive: true, verbatimSymlinks: true, filter: (found) => found !== nested });
}

const entriesOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => ({
    path: join(entry.parentPath ?? entry.path, entry.name),
    entry,
  }));

function closeToWriting(folder) {
  for (const { path, entry } of entriesOf(folder))
    if (!entry.isSymbolicLink()) chmodSync(path, entry.isDirectory() ? 0o555 : 0o444);
  chmodSync(folder, 0o555);
}

function sizeOf(folder) {
  const files = entriesOf(folder).filter(({ entry }) => entry.isFile());
  return files.reduce((sum, { path }) => sum + statSync(path).size, 0);
}
