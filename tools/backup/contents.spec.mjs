import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RESTORED_TABLES, OMITTED_TABLES } from './contents.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** The names of all tables that migrations create. */
function tablesMade() {
  const packages = ['libs', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  );
  const folders = packages.map((folder) => join(folder, 'migrations')).filter((folder) => existsSync(folder));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const made = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/create table (?:if not exists )?(\w+)/giu),
  ]);
  return [...new Set(made.map(([, name]) => name))];
}

test('every table is listed either as restored from a backup or as left out of it', () => {
  const decided = new Set([...RESTORED_TABLES.map(({ name }) => name), ...OMITTED_TABLES]);
  assert.deepEqual(
    tablesMade().filter((name) => !decided.has(name)),
    [],
  );
  assert.deepEqual(
    [...decided].filter((name) => !tablesMade().includes(name)),
    [],
  );
});
