import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { packageScript, runScript, withReport } from './run-script.mjs';
import { none } from './counts.mjs';

/** One check per project: whether it compiles. */
export async function typecheck(root) {
  const projects = projectsWith(root, 'typecheck');
  let text = '';
  const output = (chunk) => {
    text += chunk;
    process.stdout.write(chunk);
  };
  const env = { NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0' };
  const args = ['run-many', '-t', 'typecheck', '--parallel=2', '--outputStyle=static'];
  const code = await runScript(root, packageScript(root, 'nx', 'dist', 'bin', 'nx.js'), args, { env, output });
  const broken = new Set([...text.matchAll(/✖\s+(?:nx run )?(\S+):typecheck/g)].map((match) => match[1]));
  const failed = code === 0 ? 0 : Math.max(1, broken.size);
  return { passed: Math.max(0, projects.length - failed), failed, skipped: 0 };
}

function projectsWith(root, script) {
  const folders = ['libs', 'apps', 'examples'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  );
  return folders.filter((folder) => {
    const manifest = join(folder, 'package.json');
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).scripts?.[script];
  });
}

/** One check per project for ESLint, and one for all formatting. */
export async function lint(root) {
  const eslint = packageScript(root, 'eslint', 'bin', 'eslint.js');
  const { report } = await withReport((path) =>
    runScript(root, eslint, [
      ...['.', '--concurrency', '2', '--max-warnings', '0'],
      ...['--format', 'json', '--output-file', path],
    ]),
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
