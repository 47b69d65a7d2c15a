import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { faultsOf } from './check.mjs';
import { ofPlaywright, saveResult } from '../test/results.mjs';
import { annotationsOf } from './annotations.mjs';
import { proofsOf } from './proofs.mjs';
import { coverageOf, parseCsv, unknownIdsAmong } from './statements.mjs';

test('a comment above a test names the statements that it asserts', () => {
  const text = `
    // what the form asks for
    // proves s2.login.email-field d.life.intake
    // proves s2.login.title
    test('a form', async () => {
      // proves s1.a.b
      await test.step(\`step \${n} of it\`, () => undefined);
      // a list that proves nothing
      step('another');
    });
    // proves s1.a.c
    test.each([1, 2])('with %i (of %s)', () => undefined);
  `;
  const found = annotationsOf('x.spec.ts', text);
  assert.deepEqual(
    found.map(({ id, line }) => [id, line]),
    [
      ['s2.login.email-field', 3],
      ['d.life.intake', 3],
      ['s2.login.title', 4],
      ['s1.a.b', 6],
      ['s1.a.c', 11],
    ],
  );
  const [form, , , step, table] = found.map(({ title }) => title);
  assert.deepEqual([form.test('a form'), form.test('a form of it')], [true, false]);
  assert.deepEqual([step.test('step 2 of it'), step.test('step 2 of another')], [true, false]);
  assert.deepEqual([table.test('with 1 (of 2)'), table.test('with 1')], [true, false]);
});

const FILE = 'apps/e2e/src/x.e2e.spec.ts';
const annotation = (id, word) => ({ id, file: FILE, line: 3, title: new RegExp(`^${word}$`) });
const results = (...tests) => [{ part: 'journeys', tests: tests.map((test) => ({ file: FILE, ...test })) }];

test('a failed test proves nothing, whatever it names, and neither does one of two with the same title', () => {
  const proofs = proofsOf(
    [annotation('s1.a.b', 'one'), annotation('s1.a.c', 'two'), annotation('s1.a.d', 'three')],
    results(
      { titles: ['one'], passed: true },
      { titles: ['two'], passed: false },
      { titles: ['x', 'three'], passed: true },
      { titles: ['y', 'three'], passed: false },
    ),
  );
  const statements = ['s1.a.b', 's1.a.c', 's1.a.d', 's1.a.e'].map((id) => ({ id, proof: 'ui', statement: '' }));
  assert.deepEqual(
    coverageOf(statements, proofs).map(({ isProven }) => isProven),
    [true, false, false, false],
  );
});

test('an annotation whose test or step never ran is a fault', () => {
  const proofs = proofsOf([annotation('s1.a.b', 'renamed')], results({ titles: ['one'], passed: true }));
  assert.deepEqual(faultsOf([{ id: 's1.a.b', proof: 'ui' }], proofs, []), [
    `s1.a.b at ${FILE}:3 belongs to no test or step that ran`,
    's1.a.b (ui) has no passing test of its kind',
  ]);
});

test('a statement about a screen is proven by rendered components or a browser alone', () => {
  const proven = (part, file) => {
    const [proof] = proofsOf(
      [{ ...annotation('s1.a.b', 'one'), file }],
      [{ part, tests: [{ file, titles: ['one'], passed: true }] }],
    );
    return coverageOf([{ id: 's1.a.b', proof: 'ui' }], [proof])[0].isProven;
  };
  assert.equal(proven('unit', 'apps/web/src/x.spec.ts'), false);
  assert.equal(proven('unit', 'apps/web/src/x.spec.tsx'), true);
  assert.equal(proven('journeys', FILE), true);
});

test('each step of a journey counts by itself, and the seconds of a file are those of all its journeys', () => {
  const steps = [{ title: 'first' }, { title: 'second', error: { message: 'no' } }];
  const spec = { title: 'journey', tests: [{ status: 'unexpected', results: [{ steps, duration: 1_500 }] }] };
  const suite = { file: 'x.e2e.spec.ts', title: 'x.e2e.spec.ts', specs: [spec, { ...spec, title: 'another' }] };
  const { files, tests } = ofPlaywright('/root', { config: { rootDir: '/root/apps/e2e/src' }, suites: [suite] });
  assert.deepEqual(files, { [FILE]: 3 });
  assert.deepEqual(
    tests.slice(0, 3).map(({ file, titles, passed }) => [file, titles.at(-1), passed]),
    [
      [FILE, 'journey', false],
      [FILE, 'first', true],
      [FILE, 'second', false],
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
  const proof = (id) => ({ id, by: 'journeys', passed: true });
  assert.deepEqual(faultsOf(statements, [proof('s1.a.b')], []), ['s1.a.c (ui) has no passing test of its kind']);
  assert.deepEqual(faultsOf(statements, [proof('s1.a.b')], ['s1.a.c']), []);
  assert.deepEqual(faultsOf(statements, [proof('s1.a.b'), proof('s1.a.c')], ['s1.a.c']), [
    's1.a.c is proven: take it out of open.txt',
  ]);
});

const here = dirname(fileURLToPath(import.meta.url));

test('the coverage is written only from a run of every part', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'repairline-coverage-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const part of ['spec', 'test']) cpSync(join(here, '..', part), join(root, 'tools', part), { recursive: true });
  symlinkSync(join(here, '..', '..', 'node_modules'), join(root, 'node_modules'));
  mkdirSync(join(root, 'libs'));
  writeFileSync(join(root, 'libs', 'it.spec.ts'), "// proves s1.a.b\ntest('it is so', () => {});\n");
  const folder = join(root, 'docs', 'spec');
  mkdirSync(folder, { recursive: true });
  const written = () => ['coverage.md', 'open.txt'].map((name) => readFileSync(join(folder, name), 'utf8'));
  writeFileSync(join(folder, 'statements.csv'), 'id,proof,statement\ns1.a.b,rule,It is so\ns1.a.c,ui,It shows\n');
  for (const name of ['coverage.md', 'open.txt']) writeFileSync(join(folder, name), '');
  const write = (...args) => spawnSync(process.execPath, [join(root, 'tools', 'spec', 'coverage.mjs'), ...args]);

  for (const part of ['integration', 'tools', 'journeys']) saveResult(root, part, { tests: [] });
  const early = write();
  assert.equal(early.status, 1);
  assert.match(String(early.stderr), /unit .*Run npm test first/);
  const test = { file: 'libs/it.spec.ts', titles: ['it is so'], passed: true };
  saveResult(root, 'unit', { tests: [test] });
  assert.deepEqual([write('--help').status, write('now').status], [0, 2]);
  assert.deepEqual(written(), ['', '']);

  assert.equal(write().status, 0);
  const [coverage, open] = written();
  assert.match(coverage, /1 of 2 statements are proven/);
  assert.equal(open, 's1.a.c\n');
});
