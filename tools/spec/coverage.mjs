import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openListOf } from './check.mjs';
import { readProofs } from './proofs.mjs';
import { coverageOf, readStatements, strangersAmong } from './statements.mjs';

/** `npm run coverage`: writes docs/spec/coverage.md and open.txt from the last run of `npm test`. */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
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
const strangers = strangersAmong(statements, proofs);
if (strangers.length > 0) console.error(`Named by tests, but no statement: ${strangers.join(', ')}`);
process.exit(strangers.length > 0 ? 1 : 0);
