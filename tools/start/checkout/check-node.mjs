import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../../shared/say.mjs';

const OLDEST = [20, 19];

export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return;
  throw new StartError(`Repairline needs Node ${OLDEST.join('.')} or newer; this is Node ${version}.`);
}

/** The Node that the lockfile names, or the one running this on a platform for which it names none. */
export function serviceNode(root) {
  const [platform, program] = process.platform === 'win32' ? ['win', 'node.exe'] : [process.platform, 'node'];
  const own = join(root, 'node_modules', `node-${platform}-${process.arch}`, 'bin', program);
  return existsSync(own) ? own : process.execPath;
}
