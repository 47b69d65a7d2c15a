import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runTask } from './task.mjs';
import { withLock } from '../../shared/lock.mjs';

/**
 * Brings node_modules to the state of package-lock.json, without what only the checks need unless `withChecks`; does
 * nothing if it is there already.
 */
export async function ensureInstalled(root, { withChecks = false } = {}) {
  if (isInstalled(root, withChecks)) return;
  // Two installs into one folder would break each other.
  await withLock(join(root, '.cache', 'installing.json'), async () => {
    if (!isInstalled(root, withChecks)) await install(root, withChecks);
  });
}

/**
 * npm records what it has installed when an install ends. File times tell nothing: an unpacked or restored version
 * keeps those of its archive.
 */
function isInstalled(root, withChecks) {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  const wanted = packagesOf(join(root, 'package-lock.json'));
  return Object.entries(wanted).every(([path, { version, integrity, optional, dev, devOptional }]) => {
    const found = installed[path];
    // npm leaves out what is for other platforms.
    if (!found) return path === '' || optional || devOptional || (dev && !withChecks);
    return found.version === version && found.integrity === integrity;
  });
}

/** Without a record, nothing is installed. */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {};
    throw error;
  }
}

/** npm then says a line for each package that it has fetched, from which can be told whether it still gets on. */
const LOGGED = ['--loglevel=http', '--no-audit', '--no-fund'];

function install(root, withChecks) {
  // A product that may be running from this checkout keeps its packages; `npm ci` would remove them first.
  const isAdded = withChecks && isInstalled(root, false);
  const chosen = [...(isAdded ? ['install', '--no-save'] : ['ci']), withChecks ? '--include=dev' : '--omit=dev'];
  return runTask('Installing packages from the lockfile', 'npm', [...chosen, ...LOGGED], {
    cwd: root,
    env: { ...process.env, PATH: pathWithout(join(root, 'node_modules')) },
    shell: process.platform === 'win32',
    waitsFor: 'the npm registry',
  });
}

/** The install replaces node_modules, so npm must not run on the Node in there. */
function pathWithout(folder) {
  const parts = (process.env.PATH ?? '').split(delimiter);
  return parts.filter((part) => !part.startsWith(folder)).join(delimiter);
}
