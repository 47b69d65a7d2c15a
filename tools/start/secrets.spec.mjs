import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSecrets } from './secrets.mjs';

const KEY = '1'.repeat(64);

function folder(t) {
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-secrets-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  const path = join(dataDir, 'secrets.json');
  const read = () => readFileSync(path, 'utf8');
  return { dataDir, read, write: (secrets) => writeFileSync(path, JSON.stringify(secrets)) };
}

test('the first start keeps the given key, and later starts use it', (t) => {
  const { dataDir, read } = folder(t);
  const first = openSecrets(dataDir, { DATA_KEY: KEY.toUpperCase(), mayGenerate: true });
  assert.equal(first.dataKey, KEY);
  const kept = read();
  assert.equal(openSecrets(dataDir, { mayGenerate: false }).sessionSecret, first.sessionSecret);
  assert.equal(openSecrets(dataDir, { DATA_KEY: KEY, mayGenerate: false }).dataKey, KEY);
  assert.equal(read(), kept);
});

test('another key is refused, and the kept one stays', (t) => {
  const { dataDir, read } = folder(t);
  openSecrets(dataDir, { DATA_KEY: KEY, mayGenerate: true });
  const kept = read();
  const given = { DATA_KEY: '2'.repeat(64), mayGenerate: false };
  assert.throws(() => openSecrets(dataDir, given), /^StartError: DATA_KEY is not the key in .*secrets\.json/);
  assert.equal(read(), kept);
});

for (const lost of ['dataKey', 'databaseAdmin'])
  test(`with existing data a lost ${lost} is not generated again`, (t) => {
    const { dataDir, read, write } = folder(t);
    write({ ...openSecrets(dataDir, { mayGenerate: true }), [lost]: undefined });
    const kept = read();
    assert.throws(() => openSecrets(dataDir, { mayGenerate: false }), /secrets\.json is missing or damaged/);
    assert.equal(read(), kept);
  });

test('for data in an external database no key is generated, and a given one is kept', (t) => {
  const { dataDir } = folder(t);
  const outside = { mayGenerate: true, isRecorded: true };
  assert.throws(() => openSecrets(dataDir, outside), /^StartError: .* without the DATA_KEY/);
  assert.ok(!existsSync(join(dataDir, 'secrets.json')));
  assert.equal(openSecrets(dataDir, { ...outside, DATA_KEY: KEY }).dataKey, KEY);
  assert.equal(openSecrets(dataDir, outside).dataKey, KEY);
});
