import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childrenRecord } from '../start/processes/children.mjs';
import { openDataFolder } from '../shared/data-folder.mjs';
import { startStores } from '../start/stores/stores.mjs';

/** A separate database server and bus for the integration tests; `stop` removes them with all their data. */
export async function startTestStores(root) {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-int-'));
  const closers = [() => rmSync(dataDir, { recursive: true, force: true })];
  const stop = async () => {
    while (closers.length > 0) await closers.pop()();
  };
  try {
    openDataFolder(dataDir);
    const settings = { DATA_DIR: dataDir, NATS_SERVER_BIN: process.env.NATS_SERVER_BIN };
    const record = childrenRecord(dataDir);
    const stores = await startStores({ root, settings, record, closers, isDurable: false });
    return { env: { TEST_DATABASE_URL: stores.adminUrl, TEST_NATS_URL: stores.natsEventsUrl }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
