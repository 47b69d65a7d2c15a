import { createRequire } from 'node:module';
import { securityLogOf } from './data-folder.mjs';

const require = createRequire(import.meta.url);

/** What a command has done, in the security log of the data folder or, without one, on stdout. */
export function writeSecurityLine({ dataDir }, line) {
  const { openSecurityLog } = require('@repairline/service-kit/security-log');
  const log = openSecurityLog('tools', dataDir && securityLogOf(dataDir));
  log.write(line);
  log.close();
}
