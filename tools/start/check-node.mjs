import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../shared/say.mjs';

const OLDEST = [20, 19];

export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new StartError(`Repairline needs Node ${OLDEST.join('.')} or newer; this is Node ${version}.`);
}

/** The Node that the lockfile installs, or the one running this if its install script was not allowed to run. */
export function serviceNode(root) {
  const own = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  return existsSync(own) ? own : process.execPath;
}
