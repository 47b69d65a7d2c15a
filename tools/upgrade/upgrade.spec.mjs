import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readKept } from './restore-kept.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const versions = readdirSync(join(here, 'from')).map((name) => name.replace(/\.gz$/u, ''));
const keptOf = (version) => readKept(join(here, 'from', `${version}.gz`));

function migrationFiles() {
  const folders = ['libs', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => ({ source: name, folder: join(root, group, name, 'migrations') })),
  );
  return folders.flatMap(({ source, folder }) => {
    try {
      return readdirSync(folder).map((name) => ({ source, name, sql: readFileSync(join(folder, name), 'utf8') }));
    } catch {
      return [];
    }
  });
}

test('there is data of at least one earlier version', () => assert.ok(versions.length > 0));

for (const version of versions) {
  test(`the migrations that ${version} has applied are unchanged`, async () => {
    const files = migrationFiles();
    for (const { source, name, sql } of (await keptOf(version)).header.migrations.flatMap(({ files: then }) => then)) {
      const now = files.find((file) => file.source === source && file.name === name);
      assert.equal(now?.sql, sql, `${source}/${name}: an applied migration is never edited`);
    }
  });

  test(`the migrations since ${version} break no process of that version that is still running`, async () => {
    const applied = new Set();
    for (const { files } of (await keptOf(version)).header.migrations)
      for (const { source, name } of files) applied.add(`${source}/${name}`);
    const fresh = migrationFiles().filter(({ source, name }) => !applied.has(`${source}/${name}`));
    const breaking = /\b(drop|rename|truncate|delete\s+from|set\s+not\s+null|alter\s+column|revoke)\b/iu;
    for (const { source, name, sql } of fresh) {
      const statements = withoutReplacedKeys(withoutReplacedIndexes(sql.replaceAll(/--.*$/gmu, '')));
      assert.doesNotMatch(statements, breaking, `${source}/${name}`);
      for (const [column] of statements.matchAll(/add column[^,;]*/giu))
        assert.ok(!/not null/iu.test(column) || /default/iu.test(column), `${source}/${name}: ${column}`);
    }
  });
}

/** An index that is not a constraint may be replaced by another on its table, which finds the same rows. */
function withoutReplacedIndexes(statements) {
  const created = (text) => [...text.matchAll(/create (?:unique )?index (\w+) on (\w+)/giu)];
  const before = migrationFiles().flatMap(({ sql }) => created(sql));
  return statements.replaceAll(/drop index (\w+);/giu, (statement, name) => {
    const table = before.find(([, known]) => known === name)?.[2];
    const isReplaced = table && created(statements).some(([, other, on]) => other !== name && on === table);
    return isReplaced ? '' : statement;
  });
}

/** A key that is a constraint may be replaced by a unique index on the same columns: what was refused stays refused. */
function withoutReplacedKeys(statements) {
  const keys = [...statements.matchAll(/create unique index \w+ on (\w+) \(([\w, ]+)\)/giu)];
  const names = keys.map(([, table, columns]) => `${table}_${columns.replaceAll(', ', '_')}_key`);
  return statements.replaceAll(/alter table \w+ drop constraint (\w+);/giu, (statement, name) =>
    names.includes(name) ? '' : statement,
  );
}
