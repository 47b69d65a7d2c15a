import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { add, describe, none, total } from './counts.mjs';
import { PARTS } from './parts.mjs';
import { ensurePrerequisites, keepFilesInMemory } from './prerequisites.mjs';
import { saveResult } from './results.mjs';
import { interruptAll } from './run-script.mjs';
import { wholeRun } from './whole-run.mjs';

const USAGE = `Runs every check side by side, or one after the other the parts that are named: ${Object.keys(PARTS).join(', ')}.

  npm test [-- <parts> [--watch] [<arguments for the part's runner>]]
  npm test -- unit libs/event-store
  npm run test:all    with the rehearsals, which take long`;

function parseArguments(given) {
  const isPart = (word) => Object.hasOwn(PARTS, word);
  const parts = given.filter(isPart);
  const isAll = given.includes('--all');
  const rest = given.filter((word) => !isPart(word) && !['--', '--all'].includes(word));
  return {
    parts,
    isAll,
    watch: rest.includes('--watch'),
    args: rest.filter((word) => word !== '--watch'),
    help: rest.includes('--help'),
    // A part without specs for such words fails, so running all parts with them would always fail.
    isForNobody: isAll ? given.length > 1 : parts.length === 0 && rest.length > 0,
  };
}

async function runPart(root, name, options) {
  console.log(`\n== ${name}`);
  const startedAt = Date.now();
  const result = await resultOf(root, name, options);
  const seconds = (Date.now() - startedAt) / 1000;
  if (options.args.length === 0 && !options.watch) saveResult(root, name, { seconds, ...result });
  console.log(`== ${name}: ${describe(result)} in ${seconds.toFixed(1)} s`);
  return result;
}

async function resultOf(root, name, options) {
  try {
    const result = await PARTS[name](root, options);
    if (total(result) > 0 || options.watch) return result;
    console.error(`${name} ran no test`);
  } catch (error) {
    console.error(`${name} could not run: ${error.message}`);
  }
  return { ...none(), failed: 1 };
}

async function main(root, given) {
  const { parts, isAll, watch, args, help, isForNobody } = parseArguments(given);
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
  keepFilesInMemory();
  await ensurePrerequisites(root, parts.length > 0 ? parts : Object.keys(PARTS));
  let counts = none();
  if (parts.length === 0) counts = await wholeRun(root, { isAll, isInterrupted: () => interrupted });
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
