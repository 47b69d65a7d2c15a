import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faultsOf } from './check.mjs';
import { idsIn, jestProofs, playwrightProofs } from './proofs.mjs';
import { coverageOf, parseCsv, strangersAmong } from './statements.mjs';

test('a title names statements in its last brackets only, and other words in brackets name none', () => {
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

test('steps of a journey count one by one', () => {
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

test('a name that no statement has is found', () => {
  assert.deepEqual(strangersAmong([{ id: 's1.a.b' }], [{ id: 's1.a.b' }, { id: 's1.a.typo' }]), ['s1.a.typo']);
});

test('cells with commas, quotes and line breaks are read as one', () => {
  assert.deepEqual(parseCsv('a,"b, ""c""\nd"\r\n1,2\r\n'), [
    ['a', 'b, "c"\nd'],
    ['1', '2'],
  ]);
});

test('a statement that nobody proves is a fault unless it is known to be open, and then until somebody does', () => {
  const statements = ['s1.a.b', 's1.a.c'].map((id) => ({ id, proof: 'ui' }));
  const proof = (id) => ({ id, part: 'journeys', passed: true });
  assert.deepEqual(faultsOf(statements, [proof('s1.a.b')], []), ['s1.a.c (ui) has no passing test of its kind']);
  assert.deepEqual(faultsOf(statements, [proof('s1.a.b')], ['s1.a.c']), []);
  assert.deepEqual(faultsOf(statements, [proof('s1.a.b'), proof('s1.a.c')], ['s1.a.c']), [
    's1.a.c is proven: take it out of open.txt',
  ]);
});
