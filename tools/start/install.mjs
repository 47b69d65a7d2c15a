import { readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runTask } from './task.mjs';
import { withLock } from '../shared/lock.mjs';

/** Brings node_modules to the state of package-lock.json; does nothing if it is there already. */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  // Two installs into one folder would break each other.
  await withLock(join(root, '.cache', 'installing.json'), async () => {
    if (!isInstalled(root)) await install(root);
  });
}

/**
 * npm records what it has installed when an install ends. File times tell nothing: an unpacked or restored version
 * keeps those of its archive.
 */
function isInstalled(root) {
  const installed = packagesOf(join(root, 'node_modules', '.package-lock.json'));
  const wanted = packagesOf(join(root, 'package-lock.json'));
  return Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
    const found = installed[path];
    // npm leaves out what is for other platforms.
    if (!found) return path === '' || optional;
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

function install(root) {
  return runTask('Installing packages from the lockfile', 'npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    env: { ...process.env, PATH: pathWithout(join(root, 'node_modules')), NODE_ENV: 'development' },
    shell: process.platform === 'win32',
  });
}

/** The install replaces node_modules, so npm must not run on the Node in there. */
function pathWithout(folder) {
  const parts = (process.env.PATH ?? '').split(delimiter);
  return parts.filter((part) => !part.startsWith(folder)).join(delimiter);
}
