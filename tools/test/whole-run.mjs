import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../start/checkout/build.mjs';
import { add, describe, none } from './counts.mjs';
import { LANES, RUNS_THE_PRODUCT, SLOW_PARTS } from './parts.mjs';
import { readResults, slowestFiles } from './results.mjs';
import { runScript } from './run-script.mjs';

const script = fileURLToPath(new URL('./test.mjs', import.meta.url));
const secondsSince = (startedAt) => ((Date.now() - startedAt) / 1000).toFixed(1);

/**
 * Runs the lanes side by side, each part in a process of its own with its output in .cache/test/<part>.log; prints the
 * output of a part that failed, and at the end what took longest. `isInterrupted` says that no other part shall start.
 */
export async function wholeRun(root, { isAll, isInterrupted }) {
  const startedAt = Date.now();
  rmSync(join(root, '.cache', 'test'), { recursive: true, force: true });
  mkdirSync(join(root, '.cache', 'test'), { recursive: true });
  // Lanes that do not need it begin meanwhile; they learn of a failure when they do.
  const built = ensureBuilt(root);
  built.catch(() => undefined);
  const lane = async (parts) => {
    let counts = none();
    for (const part of parts) {
      if (isInterrupted()) break;
      if (RUNS_THE_PRODUCT.includes(part)) await built;
      counts = add(counts, await runPart(root, part));
    }
    return counts;
  };
  let counts = (await Promise.all(LANES.map(lane))).reduce(add);
  if (isAll) counts = add(counts, await lane(SLOW_PARTS));
  counts = add(counts, await lane(['statements']));
  console.log(`\nThe spec files that took longest:\n${slowestFiles(readResults(root)).join('\n')}`);
  console.log(`\nAll parts in ${secondsSince(startedAt)} s`);
  return counts;
}

async function runPart(root, part) {
  const startedAt = Date.now();
  const path = join(root, '.cache', 'test', `${part}.log`);
  const log = openSync(path, 'w');
  console.log(`== ${part} …`);
  await runScript(root, [script], [part], { log });
  closeSync(log);
  const result = readResults(root).find((other) => other.part === part) ?? { ...none(), failed: 1 };
  const output = readFileSync(path, 'utf8');
  const shown =
    result.failed > 0
      ? output
      : output
          .split('\n')
          .filter((line) => line.startsWith('SKIPPED'))
          .join('\n');
  if (shown) console.log(shown);
  console.log(`== ${part}: ${describe(result)} in ${secondsSince(startedAt)} s`);
  return result;
}
