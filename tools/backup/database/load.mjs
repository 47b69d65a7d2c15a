import { StartError } from '../../shared/say.mjs';
import { DECISIONS, RESTORED_TABLES, KEYS_TABLES, LOGS } from '../contents.mjs';
import { readBackup } from '../file/format.mjs';
import { fingerprint, unseal } from '../file/sealed.mjs';
import { hasRows, insertRows, isThere } from './tables.mjs';
import { collectUndecided } from './undecided.mjs';

const BATCH = 1_000;
const BATCH_CHARACTERS = 4_000_000;

/**
 * Reads both files completely before anything is touched.
 * @param product the version that runs this
 * @returns how many events each service has, and by how many milliseconds the keys are older
 * @throws {StartError} with what is wrong
 */
export async function checkFiles({ file, keysFile, dataKey, product }) {
  const found = {};
  const takenAt = {};
  const expect = (holds) => (header) => {
    const path = holds === 'logs' ? file : keysFile;
    if (header.holds !== holds) throw new StartError(`${path} holds no ${holds}.`);
    if (isNewer(header.product, product))
      throw new StartError(
        `${path} was taken by Repairline ${header.product}, and this is ${product}: restore it with that version or a newer one.`,
      );
    takenAt[holds] = Date.parse(header.takenAt);
    if (header.dataKey === fingerprint(dataKey)) return;
    throw new StartError(
      `${file} is from an installation with another DATA_KEY. Put the secrets.json of that installation into the data folder, or set its DATA_KEY.`,
    );
  };
  const undecided = new Map(LOGS.map(({ service }) => [service, collectUndecided(service)]));
  await readBackup(file, { header: expect('logs'), ...logsOf(file, found, undecided) });
  const missing = LOGS.find(({ service }) => found[service] === undefined);
  if (missing) throw new StartError(`${file} holds no log of ${missing.service}.`);
  const unknown = [...undecided.values()].map((ofService) => ofService.first()).find(Boolean);
  if (unknown)
    throw new StartError(
      `${file} holds ${unknown}, which this version of Repairline does not know: restore it with a newer one.`,
    );
  const keys = { header: expect('keys'), table: (description) => void wellKnown(keysFile, description, KEYS_TABLES) };
  await readBackup(keysFile, keys, unseal(keysFile, dataKey));
  return { found, keysOlderBy: takenAt.logs - takenAt.keys };
}

const isNewer = (version, than) => version.localeCompare(than, 'en', { numeric: true }) > 0;

/** Each log must be complete from its first event to its last. */
function logsOf(file, found, undecided) {
  let table;
  let last = 0;
  const damaged = (what) => new StartError(`${file} is damaged: ${what}. Nothing was restored.`);
  return {
    table: (description) => {
      table = wellKnown(file, description, [...LOGS, ...DECISIONS]);
      last = 0;
    },
    row: (text) => {
      // Analytics has dead letters and no log.
      if (table.name === 'dead_letters') undecided.get(table.service)?.letter(JSON.parse(text));
      if (table.name !== 'events') return;
      const event = JSON.parse(text);
      if (event.position !== last + 1) throw damaged(`event ${last + 1} of ${table.service} is missing`);
      undecided.get(table.service).event(event);
      last = event.position;
    },
    tableEnd: (rows) => {
      if (table.name !== 'events') return;
      if (rows !== table.upTo) throw damaged(`the log of ${table.service} ends too early`);
      found[table.service] = rows;
    },
  };
}

function wellKnown(path, description, known) {
  if (known.some(({ service, name }) => service === description.service && name === description.name))
    return description;
  throw new StartError(
    `${path} holds ${description.service}.${description.name}, which this version of Repairline does not know.`,
  );
}

/** Asked before anything is changed; `loadBackup` asks again, with the tables locked. */
export async function refuseFullDatabase(client) {
  for (const table of RESTORED_TABLES) {
    if ((await isThere(client, table)) && (await hasRows(client, table))) throw notEmpty(table);
  }
}

/** Fills the empty tables in one transaction: everything or nothing. @throws {StartError} if they are not empty */
export async function loadBackup({ client, file, keysFile, dataKey, onRows = () => undefined }) {
  await client.query("SET timezone = 'UTC'; SET datestyle = 'ISO'; SET statement_timeout = 0; BEGIN");
  try {
    for (const table of RESTORED_TABLES) {
      await client.query(`LOCK TABLE "${table.service}"."${table.name}" IN EXCLUSIVE MODE`);
      if (await hasRows(client, table)) throw notEmpty(table);
    }
    await readBackup(file, filling(client, onRows));
    await readBackup(
      keysFile,
      filling(client, () => undefined),
      unseal(keysFile, dataKey),
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
  for (const { service, name } of RESTORED_TABLES) await client.query(`ANALYZE "${service}"."${name}"`);
}

function notEmpty({ service, name }) {
  return new StartError(
    `The installation is not empty (${service}.${name} holds rows). Restore into one that has never been started. Nothing was changed.`,
  );
}

function filling(client, onRows) {
  let table;
  let batch = [];
  let characters = 0;
  const flush = async () => {
    if (batch.length > 0) await insertRows(client, table, table.columns, batch);
    onRows(batch.length);
    [batch, characters] = [[], 0];
  };
  return {
    table: (description) => (table = description),
    row: async (text) => {
      batch.push(text);
      characters += text.length;
      if (batch.length >= BATCH || characters >= BATCH_CHARACTERS) await flush();
    },
    tableEnd: async () => {
      await flush();
      for (const { source, position } of table.reached ?? []) {
        await client.query(`INSERT INTO "${table.service}".consumed_positions (source, position) VALUES ($1, $2)`, [
          source,
          position,
        ]);
      }
    },
  };
}
