import { relative, sep } from 'node:path';
import { PROGRAMS } from '../lint/programs.mjs';
import { packageScript, runScript, withReport } from './run-script.mjs';
import { none } from './counts.mjs';

/** One check per program: whether it compiles. */
export async function typecheck(root) {
  const tsc = packageScript(root, 'typescript', 'bin', 'tsc');
  const counts = none();
  for (const program of PROGRAMS) {
    const code = await runScript(root, tsc, ['--noEmit', '--project', program]);
    counts[code === 0 ? 'passed' : 'failed'] += 1;
  }
  return counts;
}

/** One check per project for ESLint, and one for all formatting. */
export async function lint(root) {
  const eslint = packageScript(root, 'eslint', 'bin', 'eslint.js');
  const { report } = await withReport((path) =>
    runScript(root, eslint, [...['.', '--max-warnings', '0'], ...['--format', 'json', '--output-file', path]]),
  );
  const counts = report ? countLint(root, report) : { ...none(), failed: 1 };
  const prettier = packageScript(root, 'prettier', 'bin', 'prettier.cjs');
  const formatted = (await runScript(root, prettier, ['--check', '--log-level', 'warn', '.'])) === 0;
  return { ...counts, [formatted ? 'passed' : 'failed']: counts[formatted ? 'passed' : 'failed'] + 1 };
}

function countLint(root, files) {
  const clean = new Map();
  for (const { filePath, messages } of files) {
    const [group, name] = relative(root, filePath).split(sep);
    const project = group === 'libs' || group === 'apps' ? `${group}/${name}` : 'tools';
    clean.set(project, (clean.get(project) ?? true) && messages.length === 0);
    for (const { line, column, message, ruleId } of messages) {
      console.log(`${relative(root, filePath)}:${line}:${column} ${message} (${ruleId})`);
    }
  }
  const passed = [...clean.values()].filter(Boolean).length;
  return { passed, failed: clean.size - passed, skipped: 0 };
}
