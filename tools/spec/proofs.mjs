import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

// A test names the statements of docs/spec/statements.csv that it asserts in square brackets at the end of its title:
// 'an empty timeline says so [s2.detail.timeline-empty]'. In journeys the titles of steps count too.

const NAMED = /\[([^\]]+)\]\s*$/u;
const ID = /^[a-z0-9]+\.[a-z0-9.-]+$/u;

export function idsIn(title) {
  const words = NAMED.exec(title)?.[1]?.split(/[\s,]+/u) ?? [];
  return words.length > 0 && words.every((word) => ID.test(word)) ? words : [];
}

const proofsOf = (title, test, passed) => idsIn(title).map((id) => ({ id, test, passed }));

/** The proofs in Jest's JSON report. */
export function jestProofs(root, report) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ title, status }) =>
      proofsOf(title, `${relative(root, name)} › ${title}`, status === 'passed'),
    ),
  );
}

/** The proofs in Playwright's JSON report. A step that failed, or was never reached, proves nothing. */
export function playwrightProofs(report) {
  const found = [];
  const walkSteps = (steps, where) => {
    for (const { title, error, steps: inner = [] } of steps ?? []) {
      found.push(...proofsOf(title, `${where} › ${title}`, error === undefined));
      walkSteps(inner, where);
    }
  };
  const walk = (suite, file) => {
    for (const { title, tests } of suite.specs ?? []) {
      const passed = tests.every(({ status }) => status === 'expected');
      const where = `apps/e2e/src/${file} › ${title}`;
      found.push(...proofsOf(title, where, passed));
      for (const { results } of tests) walkSteps(results.at(-1)?.steps, where);
    }
    for (const inner of suite.suites ?? []) walk(inner, inner.file ?? file);
  };
  for (const suite of report.suites) walk(suite, suite.file);
  return found;
}

/** The proofs among the tests that our reporter for node:test lists. */
export function nodeProofs(tests) {
  return tests.flatMap(({ name, passed }) => proofsOf(name, `tools › ${name}`, passed));
}

const folderOf = (root) => join(root, '.cache', 'proofs');

/** Saves what the last run of a part has proven. */
export function saveProofs(root, part, proofs) {
  mkdirSync(folderOf(root), { recursive: true });
  writeFileSync(join(folderOf(root), `${part}.json`), JSON.stringify(proofs));
}

/** The parts with a saved complete run. */
export function partsThatRan(root) {
  if (!existsSync(folderOf(root))) return [];
  return readdirSync(folderOf(root)).map((file) => file.replace('.json', ''));
}

/** What the last run of each part has proven, with the part's name. */
export function readProofs(root) {
  return partsThatRan(root).flatMap((part) =>
    JSON.parse(readFileSync(join(folderOf(root), `${part}.json`), 'utf8')).map((proof) => ({ ...proof, part })),
  );
}
