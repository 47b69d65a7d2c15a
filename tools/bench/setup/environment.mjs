import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { childrenRecord } from '../../start/processes/children.mjs';
import { openDataFolder } from '../../shared/data-folder.mjs';
import { startStores } from '../../start/stores/stores.mjs';
import { clientPrograms } from './client-programs.mjs';

const WHOLE = { devices: [10_000, 200_000], logDevices: 20_000, seconds: 4, times: 1_000 };
const QUICK = { devices: [2_000, 10_000], logDevices: 4_000, seconds: 1, times: 20 };

/** What every part of the bench uses: a database server of its own, the peers' programs, how much to do. */
export async function environment({ root, dataDir, quick, closers, say, keptIn = join(root, '.cache') }) {
  openDataFolder(dataDir);
  const settings = { DATA_DIR: dataDir, NATS_SERVER_BIN: process.env.NATS_SERVER_BIN };
  const stores = await startStores({ root, settings, record: childrenRecord(dataDir), closers });
  return {
    root,
    dataDir,
    quick,
    say,
    closers,
    rounds: quick ? 1 : 3,
    sizes: quick ? QUICK : WHOLE,
    adminUrl: stores.adminUrl,
    dataKey: randomBytes(32).toString('hex'),
    programs: clientPrograms(keptIn),
  };
}
