import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBackup } from '../backup/format.mjs';
import { insertRows } from '../backup/tables.mjs';
import { rolePasswordsFor } from '../migrate/role-passwords.mjs';
import { childrenRecord } from '../start/children.mjs';
import { openDataFolder, writeJson } from '../shared/data-folder.mjs';
import { startStores } from '../start/stores.mjs';

/** What `keep.mjs` has stored of a version: the header, and each table's description with its rows as JSON texts. */
export async function readKept(path) {
  const kept = { header: undefined, tables: [] };
  await readBackup(path, {
    header: (header) => (kept.header = header),
    table: (description) => kept.tables.push({ ...description, rows: [] }),
    row: (text) => kept.tables.at(-1).rows.push(text),
  });
  return kept;
}

/** Fills the data folder as the earlier version left it: with its key, schemas and rows. */
export async function restoreKept({ root, dataDir, kept: { header, tables } }) {
  openDataFolder(dataDir);
  const closers = [];
  try {
    const settings = { DATA_DIR: dataDir, DATA_KEY: header.dataKey, NATS_SERVER_BIN: process.env.NATS_SERVER_BIN };
    const record = childrenRecord(dataDir);
    const { adminUrl, secrets } = await startStores({ root, settings, record, closers });
    writeJson(join(dataDir, 'secrets.json'), secrets);
    await migrateAsThen({ header, adminUrl, secrets });
    const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');
    const client = new Client({ connectionString: adminUrl });
    await client.connect();
    closers.push(() => client.end());
    const made = Object.values(header.made).flat();
    for (const { statements } of made) for (const statement of statements) await client.query(statement);
    for (const table of tables) {
      await client.query(`TRUNCATE "${table.service}"."${table.name}"`);
      if (table.rows.length > 0) await insertRows(client, table, table.columns, table.rows);
    }
  } finally {
    while (closers.length > 0) await closers.pop()();
  }
}

/** Migrates with that version's own migrations, written to a folder as they were. */
async function migrateAsThen({ header, adminUrl, secrets }) {
  const { migrate } = createRequire(import.meta.url)('@repairline/postgres/migrate/migrate');
  const services = header.migrations.map(({ service }) => service);
  const passwords = rolePasswordsFor(adminUrl, services, secrets.databaseAdmin);
  const folder = mkdtempSync(join(tmpdir(), 'repairline-migrations-'));
  try {
    for (const { service, files } of header.migrations) {
      const sources = [...new Set(files.map(({ source }) => source))];
      const folderOf = (source) => join(folder, service, source, 'migrations');
      for (const { source, name, sql } of files) {
        mkdirSync(folderOf(source), { recursive: true });
        writeFileSync(join(folderOf(source), name), sql);
      }
      await migrate({ adminUrl, service, rolePassword: passwords[service], folders: sources.map(folderOf) });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
