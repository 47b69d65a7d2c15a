import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

// What the last whole run of each part did is kept in .cache/test/<part>.json:
//   counts   passed, failed, skipped
//   seconds  of the whole part
//   files    seconds by spec file
//   tests    { file, titles, passed } of each test, and of each step of a journey; the last title is its own
// Files are paths from the root, with slashes.

const SLOWEST = 20;
const folderOf = (root) => join(root, '.cache', 'test');
const pathIn = (root, path) => relative(root, path).split(sep).join('/');
const sumOf = (numbers) => numbers.reduce((sum, number) => sum + number, 0);

export function saveResult(root, part, result) {
  mkdirSync(folderOf(root), { recursive: true });
  writeFileSync(join(folderOf(root), `${part}.json`), JSON.stringify(result));
}

/** The result of each part that had a whole run, with the part's name. */
export function readResults(root) {
  if (!existsSync(folderOf(root))) return [];
  const files = readdirSync(folderOf(root)).filter((name) => name.endsWith('.json'));
  return files.map((file) => ({
    part: file.replace('.json', ''),
    ...JSON.parse(readFileSync(join(folderOf(root), file), 'utf8')),
  }));
}

/** From Jest's JSON report. */
export function ofJest(root, { testResults }) {
  const files = testResults.map(({ name, startTime, endTime }) => [pathIn(root, name), (endTime - startTime) / 1000]);
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: pathIn(root, name),
      titles: [...ancestorTitles, title],
      passed: status === 'passed',
    })),
  );
  return { files: Object.fromEntries(files), tests };
}

/** From Playwright's JSON report. A step that was never reached is not among the tests. */
export function ofPlaywright(root, { config, suites }) {
  const [files, found] = [{}, []];
  const addSteps = (file, titles, steps = []) => {
    for (const { title, error, steps: inner } of steps) {
      found.push({ file, titles: [...titles, title], passed: error === undefined });
      addSteps(file, [...titles, title], inner);
    }
  };
  const add = (suite, titles) => {
    const file = pathIn(root, join(config.rootDir, suite.file));
    for (const { title, tests } of suite.specs ?? []) {
      found.push({ file, titles: [...titles, title], passed: tests.every(({ status }) => status === 'expected') });
      for (const { results } of tests) {
        files[file] = (files[file] ?? 0) + sumOf(results.map(({ duration }) => duration / 1000));
        addSteps(file, [...titles, title], results.at(-1)?.steps);
      }
    }
    for (const inner of suite.suites ?? []) add(inner, [...titles, inner.title]);
  };
  for (const suite of suites) add(suite, []);
  return { files, tests: found };
}

/** From what our reporter for node:test lists. */
export function ofNode(root, tests) {
  const files = {};
  for (const { file, isTop, seconds } of tests) {
    if (isTop) files[pathIn(root, file)] = (files[pathIn(root, file)] ?? 0) + seconds;
  }
  return {
    files,
    tests: tests.map(({ file, name, passed }) => ({ file: pathIn(root, file), titles: [name], passed })),
  };
}

/** The spec files that took longest, one line each. */
export function slowestFiles(results) {
  const files = results.flatMap(({ part, files = {} }) =>
    Object.entries(files).map(([file, seconds]) => ({ part, file, seconds })),
  );
  const slowest = files.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  return slowest.map(({ part, file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${part}  ${file}`);
}
