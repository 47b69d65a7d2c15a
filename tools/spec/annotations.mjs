import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';

// A comment above a test, or above a step of a journey, names the statements of docs/spec/statements.csv that it asserts:
//
//   // proves s2.detail.timeline-empty
//   test('an empty timeline says so', …)

const SPEC = /\.spec\.(?:mjs|tsx?)$/u;
const NAMES = /^\/\/ proves (.+)$/u;
const GAP = '[^]*';

/** Every such comment: the statements that it names, and a pattern of the titles of what stands below it. */
export function annotationsIn(root) {
  return specsBelow(root).flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    if (!text.includes('// proves ')) return [];
    return annotationsOf(relative(root, path).split(sep).join('/'), text);
  });
}

/** @returns one entry a statement; `file` with slashes, `line` from 1 */
export function annotationsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isStatement(node) && !ts.isBlock(node)) found.push(...annotationsAbove(node, source, text, file));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function annotationsAbove(statement, source, text, file) {
  const comments = ts.getLeadingCommentRanges(text, statement.getFullStart()) ?? [];
  const names = comments.map(({ pos, end }) => ({
    pos,
    ids: NAMES.exec(text.slice(pos, end))?.[1].split(/\s+/u) ?? [],
  }));
  const title = names.some(({ ids }) => ids.length > 0) ? titleOf(statement) : undefined;
  return names.flatMap(({ pos, ids }) => {
    const line = source.getLineAndCharacterOfPosition(pos).line + 1;
    return ids.map((id) => ({ id, file, line, title }));
  });
}

/** A test's title is the first argument of its call, or a constant of its own. */
function titleOf(statement) {
  let node = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations[0].initializer
    : statement.expression;
  while (node && (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node))) node = node.expression;
  const isTable = node && ts.isCallExpression(node) && ts.isCallExpression(node.expression);
  if (node && ts.isCallExpression(node)) node = node.arguments[0];
  if (!node) return undefined;
  if (ts.isStringLiteralLike(node)) return patternOf([node.text], isTable);
  if (!ts.isTemplateExpression(node)) return undefined;
  return patternOf([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)], isTable);
}

/** Jest fills the words %s, %j and the like of a table's title. */
function patternOf(fixed, isTable) {
  const parts = isTable ? fixed.flatMap((part) => part.split(/%[sjdifpo#]/u)) : fixed;
  return new RegExp(`^${parts.map((part) => part.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&')).join(GAP)}$`, 'u');
}

function specsBelow(root) {
  const folders = ['apps', 'libs', 'tools', 'examples'].map((name) => join(root, name)).filter(existsSync);
  return folders.flatMap((folder) => {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return entries
      .filter((name) => SPEC.test(name) && !/(?:^|[/\\])(?:node_modules|dist)[/\\]/u.test(name))
      .map((name) => join(folder, name));
  });
}
