import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../shared/say.mjs';

const OLDEST = [20, 19];

export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new StartError(`Repairline needs Node ${OLDEST.join('.')} or newer; this is Node ${version}.`);
}

/** The Node that the lockfile names, of which its package's script fetches the program. */
export const ownNode = (root) =>
  join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** That Node, or the one running this if it is not there. */
export function serviceNode(root) {
  const own = ownNode(root);
  return existsSync(own) ? own : process.execPath;
}
