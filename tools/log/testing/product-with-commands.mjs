import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { place, REAL_PRODUCT } from '../../start/testing/running-copy.mjs';
import { ROOT } from '../../shared/run-command.mjs';
import { openLog } from '../../shared/service-log.mjs';

const { Client } = createRequire(import.meta.resolve('@repairline/postgres/migrate/migrate'))('pg');
export const ADMIN = { ADMIN_EMAIL: 'admin@school.example', ADMIN_PASSWORD: 'an admin of the log' };

/** A running product, and the commands on it. */
export async function productWithCommands(t, settings = {}) {
  const { start, run, children, dataDir, port } = await place(t, REAL_PRODUCT);
  await start({ ...ADMIN, ...settings });
  const { databaseAdminUrl, natsEventsUrl } = run();

  const launch = (...line) => launchOn({ DATA_DIR: dataDir }, ...line);

  function launchOn(env, script, ...args) {
    const child = spawn(process.execPath, [join(ROOT, 'tools', ...script.split('/')), ...args], {
      env: { ...process.env, ...env },
    });
    const said = { output: '', errors: '', kill: (signal) => child.kill(signal) };
    child.stdout.on('data', (text) => (said.output += text));
    child.stderr.on('data', (text) => (said.errors += text));
    said.ended = new Promise((resolve) => child.on('close', (code) => resolve({ code, ...said })));
    return said;
  }

  async function sql(text) {
    const client = new Client({ connectionString: databaseAdminUrl });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Who has erased personal data, according to the log. */
  async function erasers() {
    const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
    const { store, close } = await openLog({ ...run(), secrets }, 'repairs');
    try {
      const events = await store.readAll(0, 5_000);
      return events.filter(({ event }) => event.type === 'PersonalDataErased').map(({ actor }) => actor.name);
    } finally {
      await close();
    }
  }

  const command = (script, ...args) => launch(script, ...args).ended;
  const verify = () => command('log/verify.mjs');
  return {
    launch,
    launchOn,
    command,
    verify,
    sql,
    erasers,
    children,
    run,
    dataDir,
    port,
    databaseAdminUrl,
    natsEventsUrl,
  };
}

/** Every table of every service whose rows hold the text anywhere. */
export async function tablesWith(sql, text) {
  const tables = await sql(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')",
  );
  const holding = tables.map(
    ({ name }) => `select '${name}' as name where exists (select 1 from ${name} x where x::text ilike '%${text}%')`,
  );
  return (await sql(holding.join(' union all '))).map(({ name }) => name);
}
