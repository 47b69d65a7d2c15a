import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runTask } from './task.mjs';
import { withLock } from './lock.mjs';

const CLOCK_SLACK = 5_000;

/** Brings node_modules to the state of package-lock.json; does nothing if it is there already. */
export async function ensureInstalled(root) {
  if (isInstalled(root)) return;
  // Two installs into one folder would break each other.
  await withLock(join(root, '.cache', 'installing.json'), async () => {
    if (isInstalled(root)) return;
    if (!installedByHand(root)) await install(root);
    writeFileSync(stampOf(root), lockfileHash(root));
  });
}

const stampOf = (root) => join(root, 'node_modules', '.repairline-installed');

function isInstalled(root) {
  return existsSync(stampOf(root)) && readFileSync(stampOf(root), 'utf8') === lockfileHash(root);
}

function lockfileHash(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function install(root) {
  return runTask('Installing packages from the lockfile', 'npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    env: { ...process.env, PATH: pathWithout(join(root, 'node_modules')), NODE_ENV: 'development' },
    shell: process.platform === 'win32',
  });
}

/** npm writes this record at the end of an install; if it is as new as the lockfile, no second install is needed. */
function installedByHand(root) {
  const record = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  return statSync(record).mtimeMs + CLOCK_SLACK >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

/** The install replaces node_modules, so npm must not run on the Node in there. */
function pathWithout(folder) {
  const parts = (process.env.PATH ?? '').split(delimiter);
  return parts.filter((part) => !part.startsWith(folder)).join(delimiter);
}
