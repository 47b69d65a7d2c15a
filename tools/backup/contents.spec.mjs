import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FILLED, MADE_ANEW } from './contents.mjs';

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

test('every table is listed either as part of a backup or as rebuilt', () => {
  const decided = new Set([...FILLED.map(({ name }) => name), ...MADE_ANEW]);
  assert.deepEqual(
    tablesMade().filter((name) => !decided.has(name)),
    [],
  );
  assert.deepEqual(
    [...decided].filter((name) => !tablesMade().includes(name)),
    [],
  );
});
