import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What can prove each kind of statement: a part of `npm test`, or of its unit tests those that render components. What
 * people see takes rendered components or a browser.
 */
const PROVERS = {
  ui: ['components', 'journeys'],
  file: ['journeys', 'integration'],
  http: ['integration', 'journeys'],
  rule: ['unit', 'components', 'integration'],
  config: ['tools', 'unit', 'components', 'integration', 'journeys'],
};

export const PROVING_PARTS = ['integration', 'journeys', 'tools', 'unit'];

/** The testable statements of the specification and of the decisions. */
export function readStatements(root) {
  const [head, ...rows] = parseCsv(readFileSync(join(root, 'docs', 'spec', 'statements.csv'), 'utf8'));
  return rows.map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index]])));
}

/** Each statement with the tests that name it. It is proven by a passing one of its kind. */
export function coverageOf(statements, proofs) {
  const byId = new Map();
  for (const proof of proofs) byId.set(proof.id, [...(byId.get(proof.id) ?? []), proof]);
  return statements.map((statement) => {
    const tests = (byId.get(statement.id) ?? []).filter(({ by }) => PROVERS[statement.proof].includes(by));
    return { ...statement, tests, isProven: tests.length > 0 && tests.every(({ passed }) => passed) };
  });
}

/** Names in tests that match no statement. */
export function unknownIdsAmong(statements, proofs) {
  const known = new Set(statements.map(({ id }) => id));
  return [...new Set(proofs.map(({ id }) => id).filter((id) => !known.has(id)))];
}

/** Parses CSV as in RFC 4180. */
export function parseCsv(text) {
  const rows = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1).push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted && character === '"' && text[at + 1] === '"') cell += text[(at += 1)];
    else if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += character;
    else if (character === ',') endCell();
    else if (character === '\n') {
      endCell();
      rows.push([]);
    } else if (character !== '\r') cell += character;
  }
  if (cell !== '' || rows.at(-1).length > 0) endCell();
  return rows.filter((cells) => cells.length > 0);
}
