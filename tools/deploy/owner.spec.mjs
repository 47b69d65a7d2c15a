import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTestStores } from '../test/stores.mjs';
import { render } from './kubernetes/kustomize.mjs';
import { madeSecrets, root } from './testing/what-is-read.mjs';

const { Client } = createRequire(join(root, 'libs', 'postgres', 'package.json'))('pg');

async function run(url, ...statements) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Prepares as the operator does: the manifest's roles with the Secrets' passwords; the owner cannot create roles. */
async function prepare(adminUrl, { bootstrap, managed }, secrets) {
  const { owner, database, secret, postInitApplicationSQL } = bootstrap.initdb;
  const login = (name, { password }) => `CREATE ROLE ${name} LOGIN PASSWORD '${password}'`;
  await run(
    adminUrl,
    login(owner, secrets[secret.name]),
    ...managed.roles.map(({ name, passwordSecret }) => login(name, secrets[passwordSecret.name])),
    `CREATE DATABASE ${database}_k8s OWNER ${owner}`,
  );
  const url = new URL(adminUrl);
  url.pathname = `/${database}_k8s`;
  await run(url.toString(), ...postInitApplicationSQL);
  return url;
}

test('the roles and database that the operator creates suffice for migrations, and each service can use its own only', async (t) => {
  const stores = await startTestStores(root);
  t.after(stores.stop);
  const { spec } = render(join(root, 'k8s', 'overlays', 'production')).find(({ kind }) => kind === 'Cluster');
  const secrets = Object.fromEntries(madeSecrets().map(({ metadata, stringData }) => [metadata.name, stringData]));
  const database = await prepare(stores.env.TEST_DATABASE_URL, spec, secrets);
  const here = (address) => {
    const url = new URL(address);
    [url.host, url.pathname] = [database.host, database.pathname];
    return url.toString();
  };
  const { DATABASE_URL: address, ...passwords } = secrets['repairline-migrate'];
  const env = { PATH: process.env.PATH, DATABASE_URL: here(address), ...passwords };
  const migrate = () =>
    spawnSync(process.execPath, [join(root, 'tools', 'migrate', 'migrate.mjs')], { env, encoding: 'utf8' });
  const first = migrate();
  assert.equal(first.status, 0, first.stderr);
  assert.match(first.stdout, /identity: [1-9]\d* migrations applied/);
  assert.match(migrate().stdout, /identity: 0 migrations applied/);
  for (const service of ['identity', 'repairs', 'billing', 'analytics']) {
    const own = here(secrets[`repairline-${service}`].DATABASE_URL);
    await run(own, 'SELECT 1 FROM consumed_positions');
    const other = service === 'identity' ? 'repairs' : 'identity';
    await assert.rejects(run(own, `SELECT 1 FROM ${other}.consumed_positions`), { code: '42501' });
  }
});
