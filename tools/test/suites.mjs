import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { jestProofs, nodeProofs, playwrightProofs, saveProofs } from '../spec/proofs.mjs';
import { ensureBuilt } from '../start/build.mjs';
import { packageScript, runScript, withReport } from './run-script.mjs';
import { none } from './counts.mjs';
import { startTestStores } from './stores.mjs';

const SPEC = /\.spec\.mjs$/;

export const unit = (root, options) => jest(root, 'unit', ['unit', 'web'], options);

export async function integration(root, options) {
  const stores = await startTestStores(root);
  options.cleanups.push(stores.stop);
  try {
    return await jest(root, 'integration', ['integration'], options, stores.env);
  } finally {
    await stores.stop();
  }
}

async function jest(root, part, projects, { args, watch }, env) {
  const script = packageScript(root, 'jest', 'bin', 'jest.js');
  const select = ['--selectProjects', ...projects, '--maxWorkers=2', '--passWithNoTests=false'];
  if (watch) {
    await runScript(root, script, [...select, '--watchAll', ...args], { env });
    return none();
  }
  const { code, report } = await withReport((path) =>
    runScript(root, script, [...select, '--json', `--outputFile=${path}`, '--silent=false', ...args], {
      env,
      output: () => undefined,
    }),
  );
  if (!report) return { ...none(), failed: 1 };
  if (args.length === 0) saveProofs(root, part, jestProofs(root, report));
  if (!args.includes('-t')) skippedIn(report).forEach((name) => console.log(`SKIPPED ${name}`));
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: Math.max(failed, code === 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function skippedIn({ testResults }) {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.filter(({ status }) => status === 'pending').map(({ fullName }) => fullName);
}

/**
 * The specs of the tools themselves, on Node's own runner: they start and kill the real programs. As with Jest, words
 * select specs with one of them in their path; arguments that begin with a dash go to the runner.
 */
export async function tools(root, { args }) {
  await ensureBuilt(root);
  const words = args.filter((word) => !word.startsWith('-'));
  const specs = specsIn(join(root, 'tools')).filter((path) => isChosen(relative(root, path), words));
  if (specs.length === 0) throw new Error(`no spec of the tools has ${words.join(' or ')} in its path`);
  const reporters = ['spec', join(root, 'tools', 'test', 'count-reporter.mjs')].map(
    (name) => `--test-reporter=${name}`,
  );
  const { code, report } = await withReport((path) =>
    runScript(
      root,
      ['--test'],
      [
        ...reporters,
        '--test-reporter-destination=stdout',
        `--test-reporter-destination=${path}`,
        '--test-concurrency=2',
        ...args.filter((word) => word.startsWith('-')),
        ...specs,
      ],
    ),
  );
  if (!report) return { ...none(), failed: 1 };
  const { tests, ...counts } = report;
  if (args.length === 0) saveProofs(root, 'tools', nodeProofs(tests));
  return { ...counts, failed: Math.max(counts.failed, code === 0 ? 0 : 1) };
}

/** Journeys in a real browser; they start the product themselves, with their own port and data folder. */
export async function journeys(root, { args }) {
  await ensureBuilt(root);
  const script = packageScript(root, '@playwright', 'test', 'cli.js');
  const config = join(root, 'apps', 'e2e', 'playwright.config.ts');
  const snapshots = join(root, 'apps', 'e2e', 'src', 'support', 'failure-snapshot-reporter.ts');
  const { code, report } = await withReport((path) =>
    runScript(root, script, ['test', '-c', config, `--reporter=list,json,${snapshots}`, ...args], {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path },
    }),
  );
  if (!report) return { ...none(), failed: 1 };
  if (args.length === 0) saveProofs(root, 'journeys', playwrightProofs(report));
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: Math.max(unexpected + flaky, code === 0 ? 0 : 1), skipped };
}

function isChosen(path, words) {
  return words.length === 0 || words.some((word) => path.replaceAll(sep, '/').includes(word));
}

function specsIn(folder) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => SPEC.test(name)).map((name) => join(folder, name));
}
