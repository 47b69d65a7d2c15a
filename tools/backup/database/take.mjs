import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { StartError } from '../../shared/say.mjs';
import { createWriter } from '../file/format.mjs';
import { DECISIONS, KEYS_TABLES, LOGS } from '../contents.mjs';
import { fingerprint, seal } from '../file/sealed.mjs';
import { columnsOf, rowsOf } from './tables.mjs';

/**
 * Writes the logs to `file` and what must be kept apart to `keysFile`, while people work: each log up to its end at the
 * time this began. Aborted by `signal` or without its connection, it leaves no file.
 * @returns how many events each service has, and how many rows were kept apart
 * @throws {StartError} if another run is writing these files, or was killed while it did
 */
export async function takeBackup({ client, root, dataKey, file, keysFile, signal, onEvents = () => undefined }) {
  const drafts = { events: `${file}.partial`, apart: `${keysFile}.partial` };
  const left = Object.values(drafts).filter((draft) => existsSync(draft));
  if (left.length > 0) throw writtenByAnother(left);
  await client.query("SET timezone = 'UTC'; SET datestyle = 'ISO'; SET statement_timeout = 0");
  const header = {
    product: JSON.parse(readFileSync(`${root}/package.json`, 'utf8')).version,
    takenAt: new Date().toISOString(),
    dataKey: fingerprint(dataKey),
  };
  const { logs, decisions } = await readTogether(client);
  const total = logs.reduce((sum, { upTo }) => sum + upTo, 0);
  const events = await writing(drafts.events, [], async (writer) => {
    await writer.header({ ...header, holds: 'logs' });
    const counts = {};
    for (const log of logs)
      counts[log.service] = await writeLog(client, writer, log, (count) => onEvents(count, total));
    for (const { pages, ...table } of decisions) await writer.table(table, pages);
    return counts;
  });
  // After the logs: every key they need exists by now, unless it has been erased.
  const apart = await writing(drafts.apart, [seal(dataKey)], async (writer) => {
    await writer.header({ ...header, holds: 'keys' });
    return writeAll(client, writer, KEYS_TABLES);
  }).catch((error) => {
    rmSync(drafts.events, { force: true });
    throw error;
  });
  if (signal?.aborted) {
    for (const draft of Object.values(drafts)) rmSync(draft, { force: true });
    throw signal.reason;
  }
  // The keys first, so that a log under its final name always has the keys it cannot be read without.
  renameSync(drafts.apart, keysFile);
  renameSync(drafts.events, file);
  return { events, apart };
}

/**
 * Reads these in one snapshot, so that in the copy each reaction has done exactly what it has taken in. A decision made
 * or withdrawn while the logs are written, which may take minutes, would not match where the copied logs end.
 */
async function readTogether(client) {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const logs = await endsOf(client);
  const decisions = [];
  for (const table of DECISIONS) {
    const pages = [];
    for await (const page of rowsOf(client, table)) pages.push(page);
    decisions.push({ ...table, columns: await columnsOf(client, table), pages });
  }
  // The logs only grow, so they are read outside the snapshot, which would hold up vacuum.
  await client.query('COMMIT');
  return { logs, decisions };
}

async function endsOf(client) {
  const logs = [];
  for (const { service, reactsTo, ...table } of LOGS) {
    const { rows: reached } = await client.query(
      `SELECT source, position::float8 FROM "${service}".consumed_positions WHERE source = ANY($1)`,
      [reactsTo],
    );
    const { rows } = await client.query(`SELECT coalesce(max(position), 0)::float8 AS head FROM "${service}".events`);
    logs.push({ service, ...table, reached, upTo: rows[0].head, where: `position <= ${rows[0].head}` });
  }
  return logs;
}

async function writeLog(client, writer, log, onEvents) {
  async function* counted() {
    for await (const page of rowsOf(client, log)) {
      onEvents(page.length);
      yield page;
    }
  }
  return writer.table({ ...log, columns: await columnsOf(client, log) }, counted());
}

async function writeAll(client, writer, tables) {
  let rows = 0;
  for (const table of tables) {
    rows += await writer.table({ ...table, columns: await columnsOf(client, table) }, rowsOf(client, table));
  }
  return rows;
}

/** Writes under another name until both files are complete, so that nobody mistakes half of one for a backup. */
async function writing(draft, through, work) {
  const writer = createWriter(draft, through);
  try {
    const result = await work(writer);
    await writer.close();
    return result;
  } catch (error) {
    await writer.abandon();
    if (error.code === 'EEXIST') throw writtenByAnother([draft]);
    rmSync(draft, { force: true });
    throw error;
  }
}

function writtenByAnother(drafts) {
  return new StartError(
    `Another backup is writing ${drafts.join(' and ')}, or was killed while it did. If none is running, remove what it left.`,
  );
}
