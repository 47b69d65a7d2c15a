import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { statementsCheck } from '../spec/check.mjs';
import { lint, typecheck } from './checks.mjs';
import { interruptAll } from './run-script.mjs';
import { add, describe, none, total } from './counts.mjs';
import { ensurePrerequisites } from './prerequisites.mjs';
import { integration, journeys, tools, unit } from './suites.mjs';

const PARTS = {
  typecheck,
  lint,
  unit,
  integration,
  tools,
  journeys,
  statements: async (root) => statementsCheck(root),
};

const USAGE = `Runs every check, or the parts that are named: ${Object.keys(PARTS).join(', ')}.

  npm test [-- <parts> [--watch] [<arguments for the part's runner>]]
  npm test -- unit libs/event-store`;

function parseArguments(given) {
  const isPart = (word) => Object.hasOwn(PARTS, word);
  const chosen = given.filter(isPart);
  const rest = given.filter((word) => !isPart(word) && word !== '--');
  return {
    parts: chosen.length > 0 ? chosen : Object.keys(PARTS),
    watch: rest.includes('--watch'),
    args: rest.filter((word) => word !== '--watch'),
    help: rest.includes('--help'),
    // A part without specs for such words fails, so running all parts with them would always fail.
    isForNobody: chosen.length === 0 && rest.length > 0,
  };
}

async function runPart(root, name, options) {
  console.log(`\n== ${name}`);
  const startedAt = Date.now();
  const counts = await countsOf(root, name, options);
  console.log(`== ${name}: ${describe(counts)} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return counts;
}

async function countsOf(root, name, options) {
  try {
    const counts = await PARTS[name](root, options);
    if (total(counts) > 0 || options.watch) return counts;
    console.error(`${name} ran no test`);
  } catch (error) {
    console.error(`${name} could not run: ${error.message}`);
  }
  return { ...none(), failed: 1 };
}

async function main(root, given) {
  const { parts, watch, args, help, isForNobody } = parseArguments(given);
  if (help) return console.log(USAGE);
  if (isForNobody) {
    console.error(`For which part is '${given.join(' ')}'?\n\n${USAGE}`);
    process.exit(2);
  }
  const cleanups = [];
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      interrupted = true;
      interruptAll();
    });
  }
  await ensurePrerequisites(root, parts);
  let counts = none();
  for (const name of parts) {
    if (interrupted) break;
    counts = add(counts, await runPart(root, name, { watch, args, cleanups }));
  }
  for (const cleanup of cleanups) await cleanup();
  console.log(`\n${describe(counts)}`);
  process.exit(interrupted || counts.failed > 0 ? 1 : 0);
}

await main(join(dirname(fileURLToPath(import.meta.url)), '..', '..'), process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  console.log('\n0 passed, 1 failed');
  process.exit(1);
});
