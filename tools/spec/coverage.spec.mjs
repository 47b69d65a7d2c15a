import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { faultsOf } from './check.mjs';
import { idsIn, jestProofs, playwrightProofs, saveProofs } from './proofs.mjs';
import { coverageOf, parseCsv, unknownIdsAmong } from './statements.mjs';

test('a title names statements in its last brackets only, and other words in brackets are none', () => {
  assert.deepEqual(idsIn('a rule [s2.login.email-field d4.device-life.intake]'), [
    's2.login.email-field',
    'd4.device-life.intake',
  ]);
  assert.deepEqual(idsIn('a list [1, 2, 3]'), []);
  assert.deepEqual(idsIn('a rule [s2.x.y] of something'), []);
});

test('a failed test proves nothing, whatever it names', () => {
  const report = {
    testResults: [
      {
        name: '/root/apps/x.spec.ts',
        assertionResults: [
          { title: 'one [s1.a.b]', status: 'passed' },
          { title: 'two [s1.a.c]', status: 'failed' },
        ],
      },
    ],
  };
  const proofs = jestProofs('/root', report).map((proof) => ({ ...proof, part: 'unit' }));
  const statements = ['s1.a.b', 's1.a.c', 's1.a.d'].map((id) => ({ id, proof: 'rule', statement: '' }));
  assert.deepEqual(
    coverageOf(statements, proofs).map(({ isProven }) => isProven),
    [true, false, false],
  );
});

test('a statement about a screen is not proven by a unit test', () => {
  const [covered] = coverageOf([{ id: 's1.a.b', proof: 'ui' }], [{ id: 's1.a.b', part: 'unit', passed: true }]);
  assert.equal(covered.isProven, false);
});

test('each step of a journey counts by itself', () => {
  const steps = [{ title: 'first [s1.a.b]' }, { title: 'second [s1.a.c]', error: { message: 'no' } }];
  const specs = [{ title: 'journey', tests: [{ status: 'unexpected', results: [{ steps }] }] }];
  const proofs = playwrightProofs({ suites: [{ file: 'x.e2e.spec.ts', specs }] });
  assert.deepEqual(
    proofs.map(({ id, passed }) => [id, passed]),
    [
      ['s1.a.b', true],
      ['s1.a.c', false],
    ],
  );
});

test('an unknown statement id is found', () => {
  assert.deepEqual(unknownIdsAmong([{ id: 's1.a.b' }], [{ id: 's1.a.b' }, { id: 's1.a.typo' }]), ['s1.a.typo']);
});

test('cells with commas, quotes and line breaks are parsed', () => {
  assert.deepEqual(parseCsv('a,"b, ""c""\nd"\r\n1,2\r\n'), [
    ['a', 'b, "c"\nd'],
    ['1', '2'],
  ]);
});

test('an unproven statement is a fault unless it is listed as open, and a proven one must not be listed', () => {
  const statements = ['s1.a.b', 's1.a.c'].map((id) => ({ id, proof: 'ui' }));
  const proof = (id) => ({ id, part: 'journeys', passed: true });
  assert.deepEqual(faultsOf(statements, [proof('s1.a.b')], []), ['s1.a.c (ui) has no passing test of its kind']);
  assert.deepEqual(faultsOf(statements, [proof('s1.a.b')], ['s1.a.c']), []);
  assert.deepEqual(faultsOf(statements, [proof('s1.a.b'), proof('s1.a.c')], ['s1.a.c']), [
    's1.a.c is proven: take it out of open.txt',
  ]);
});

test('the coverage is written only from a run of every part', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'repairline-coverage-'));
  t.after(() => rmSync(root, { recursive: true }));
  cpSync(dirname(fileURLToPath(import.meta.url)), join(root, 'tools', 'spec'), { recursive: true });
  const folder = join(root, 'docs', 'spec');
  mkdirSync(folder, { recursive: true });
  const written = () => ['coverage.md', 'open.txt'].map((name) => readFileSync(join(folder, name), 'utf8'));
  writeFileSync(join(folder, 'statements.csv'), 'id,proof,statement\ns1.a.b,rule,It is so\ns1.a.c,ui,It shows\n');
  for (const name of ['coverage.md', 'open.txt']) writeFileSync(join(folder, name), '');
  const write = (...args) => spawnSync(process.execPath, [join(root, 'tools', 'spec', 'coverage.mjs'), ...args]);

  for (const part of ['integration', 'tools', 'journeys']) saveProofs(root, part, []);
  const early = write();
  assert.equal(early.status, 1);
  assert.match(String(early.stderr), /unit .*Run npm test first/);
  saveProofs(root, 'unit', [{ id: 's1.a.b', test: 'x', passed: true }]);
  assert.deepEqual([write('--help').status, write('now').status], [0, 2]);
  assert.deepEqual(written(), ['', '']);

  assert.equal(write().status, 0);
  const [coverage, open] = written();
  assert.match(coverage, /1 of 2 statements are proven/);
  assert.equal(open, 's1.a.c\n');
});
