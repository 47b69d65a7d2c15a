import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idleAmong, readProofs } from './proofs.mjs';
import { coverageOf, readStatements, unknownIdsAmong } from './statements.mjs';

export const openListOf = (root) => join(root, 'docs', 'spec', 'open.txt');

/** The statements known to be open, one id per line. */
function readOpenList(root) {
  if (!existsSync(openListOf(root))) return [];
  return readFileSync(openListOf(root), 'utf8').split('\n').filter(Boolean);
}

/**
 * Every statement must be proven by a passing test of its kind or be in the open list; a proven one must leave that
 * list; every annotation must name a statement and belong to a test that ran. @returns what is wrong, one line each
 */
export function faultsOf(statements, proofs, openList) {
  const open = new Set(openList);
  const known = new Set(statements.map(({ id }) => id));
  const coverage = coverageOf(statements, proofs);
  return [
    ...idleAmong(proofs).map(({ id, test }) => `${id} at ${test} belongs to no test or step that ran`),
    ...unknownIdsAmong(statements, proofs).map((id) => `${id} is named by a test, but is no statement`),
    ...openList.filter((id) => !known.has(id)).map((id) => `${id} is in open.txt, but is no statement`),
    ...coverage
      .filter(({ id, isProven }) => !isProven && !open.has(id))
      .map(({ id, proof }) => `${id} (${proof}) has no passing test of its kind`),
    ...coverage
      .filter(({ id, isProven }) => isProven && open.has(id))
      .map(({ id }) => `${id} is proven: take it out of open.txt`),
  ];
}

/** One check, on the results of each part's last run. */
export function statementsCheck(root) {
  const statements = readStatements(root);
  const openList = readOpenList(root);
  const faults = faultsOf(statements, readProofs(root), openList);
  for (const fault of faults) console.log(fault);
  console.log(
    `${statements.length - openList.length} of ${statements.length} statements are to be proven, ${openList.length} open`,
  );
  return { passed: faults.length === 0 ? 1 : 0, failed: faults.length === 0 ? 0 : 1, skipped: 0 };
}
