import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { ensureBuilt } from '../start/checkout/build.mjs';
import { packageScript, runScript, withReport } from './run-script.mjs';
import { none } from './counts.mjs';
import { ofJest, ofNode, ofPlaywright } from './results.mjs';
import { startTestStores } from './stores.mjs';

const REHEARSAL = /\.rehearsal\.mjs$/;
const SPEC = /\.spec\.mjs$/;

export const unit = (root, options) => jest(root, ['unit', 'web'], options);

export async function integration(root, options) {
  const stores = await startTestStores(root);
  options.cleanups.push(stores.stop);
  try {
    return await jest(root, ['integration'], options, stores.env);
  } finally {
    await stores.stop();
  }
}

async function jest(root, projects, { args, watch }, env) {
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
  if (!args.includes('-t')) skippedIn(report).forEach((name) => console.log(`SKIPPED ${name}`));
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    ...ofJest(root, report),
    passed: report.numPassedTests,
    failed: Math.max(failed, code === 0 ? 0 : 1),
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function skippedIn({ testResults }) {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.filter(({ status }) => status === 'pending').map(({ fullName }) => fullName);
}

/** The specs of the tools themselves: they start and kill the real programs. */
export const tools = (root, options) => nodeSpecs(root, SPEC, options);

/** What runs whole installations: images, Compose, Kubernetes, replicas, backups, the example consumer. */
export const rehearsals = (root, options) => nodeSpecs(root, REHEARSAL, options);

/**
 * On Node's own runner. As with Jest, words select specs with one of them in their path; arguments that begin with a
 * dash go to the runner.
 */
async function nodeSpecs(root, pattern, { args }) {
  await ensureBuilt(root);
  const words = args.filter((word) => !word.startsWith('-'));
  const specs = specsIn(join(root, 'tools'), pattern).filter((path) => isChosen(relative(root, path), words));
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
  return { ...ofNode(root, tests), ...counts, failed: Math.max(counts.failed, code === 0 ? 0 : 1) };
}

/** Journeys in a real browser; they start the product themselves, with their own port and data folder. */
export const journeys = (root, options) => playwright(root, options);

/** Those far from the daily work, in files named *.slow.e2e.spec.ts. */
export const slowJourneys = (root, options) => playwright(root, options, { JOURNEYS: 'slow' });

/** The journeys on the other event store: the server at EVENTSTOREDB_URL, or a stand-in that speaks its protocol. */
export const journeysOnEventStoreDb = (root, options) => playwright(root, options, { EVENT_STORE: 'eventstoredb' });

async function playwright(root, { args }, env) {
  await ensureBuilt(root);
  const script = packageScript(root, '@playwright', 'test', 'cli.js');
  const config = join(root, 'apps', 'e2e', 'playwright.config.ts');
  const snapshots = join(root, 'apps', 'e2e', 'src', 'support', 'failure-snapshot-reporter.ts');
  const { code, report } = await withReport((path) =>
    runScript(root, script, ['test', '-c', config, `--reporter=list,json,${snapshots}`, ...args], {
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: path, ...env },
    }),
  );
  if (!report) return { ...none(), failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    ...ofPlaywright(root, report),
    passed: expected,
    failed: Math.max(unexpected + flaky, code === 0 ? 0 : 1),
    skipped,
  };
}

function isChosen(path, words) {
  return words.length === 0 || words.some((word) => path.replaceAll(sep, '/').includes(word));
}

function specsIn(folder, pattern) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
}
