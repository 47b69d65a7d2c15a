import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openListOf } from './check.mjs';
import { readResults } from '../test/results.mjs';
import { readProofs } from './proofs.mjs';
import { coverageOf, PROVING_PARTS, readStatements, unknownIdsAmong } from './statements.mjs';

const USAGE = `Writes docs/spec/coverage.md and open.txt from the last run of every part of \`npm test\`.

  npm run coverage`;

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
if (process.argv.length > 2) {
  console.log(USAGE);
  process.exit(process.argv.includes('--help') ? 0 : 2);
}
const ran = readResults(root).map(({ part }) => part);
const missing = PROVING_PARTS.filter((part) => !ran.includes(part));
if (missing.length > 0) {
  console.error(
    `Nothing is written: without a whole run of ${missing.join(', ')} what that proves would stand there as open. Run npm test first.`,
  );
  process.exit(1);
}
const proofs = readProofs(root);
const statements = readStatements(root);
const coverage = coverageOf(statements, proofs);
const proven = coverage.filter(({ isProven }) => isProven).length;

const escape = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
const row = ({ id, proof, statement, tests, isProven }) =>
  `| ${id} | ${proof} | ${escape(statement)} | ${tests.map(({ test }) => escape(test)).join('<br>')} | ${resultOf(tests, isProven)} |`;
const resultOf = (tests, isProven) => (isProven ? 'passed' : tests.length > 0 ? 'failed' : 'open');

const lines = [
  '# Statements and their tests',
  '',
  `${proven} of ${coverage.length} statements are proven by a passing test of their kind. Written by \`npm run coverage\` after \`npm test\`.`,
  '',
  '| id | proof | statement | tests | last result |',
  '|---|---|---|---|---|',
  ...coverage.map(row),
];
writeFileSync(join(root, 'docs', 'spec', 'coverage.md'), `${lines.join('\n')}\n`);
const open = coverage.filter(({ isProven }) => !isProven).map(({ id }) => id);
writeFileSync(openListOf(root), open.map((id) => `${id}\n`).join(''));
console.log(`${proven} of ${coverage.length} statements proven`);
const unknownIds = unknownIdsAmong(statements, proofs);
if (unknownIds.length > 0) console.error(`Named by tests, but no statement: ${unknownIds.join(', ')}`);
process.exit(unknownIds.length > 0 ? 1 : 0);
