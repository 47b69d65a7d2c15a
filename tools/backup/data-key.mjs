import { createRequire } from 'node:module';
import { StartError } from '../shared/say.mjs';
import { LOGS } from './contents.mjs';

const require = createRequire(import.meta.url);

/**
 * Tries the key on one wrapped key of each log, as a service does when it starts: nobody could read a name in a backup
 * under another one. Imports only what a build has put there, so call it after that.
 * @param from where the key is from, as the message names it
 * @throws {StartError} if it is malformed, or not the one that the data was recorded with
 */
export async function checkDataKey(client, { dataKey, from }) {
  const key = bytesOf(dataKey, from);
  for (const { service } of LOGS) {
    await client.query(`SET search_path = "${service}"`);
    await tryOnAny(client, key, from);
  }
  await client.query('RESET search_path');
}

function bytesOf(dataKey, from) {
  const { serviceConfig } = require('@repairline/service-kit/config');
  const { data, error } = serviceConfig.shape.DATA_KEY.safeParse(dataKey);
  if (error) throw new StartError(`DATA_KEY from ${from} ${error.issues[0].message}. No backup was taken.`);
  return data;
}

async function tryOnAny(client, key, from) {
  const { createKeyTable } = require('@repairline/event-store/personal-data/key-table');
  const { ConfigurationError } = require('@repairline/service-kit/configuration-error');
  await createKeyTable(client, key)
    .any()
    .catch((error) => {
      if (!(error instanceof ConfigurationError)) throw error;
      throw new StartError(
        `DATA_KEY is not the key that the data in this database was recorded with. It came from ${from}; set the right one, or leave DATA_KEY out and set DATA_DIR to the folder whose secrets.json holds it. No backup was taken.`,
      );
    });
}
