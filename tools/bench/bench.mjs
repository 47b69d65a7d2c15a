import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareCheckout } from '../start/checkout/checkout.mjs';
import { USAGE, readArguments } from './arguments.mjs';
import { environment } from './setup/environment.mjs';
import { commitOf, machine } from './setup/machine.mjs';
import { parts } from './parts.mjs';
import { PAGE, performancePage, remarks, tableForTerminal } from './report.mjs';

async function main(root, given) {
  const { help, quick, only, json, write } = readArguments(given, Object.keys(parts));
  if (help) return console.log(`${USAGE}\nParts: ${Object.keys(parts).join(', ')}`);
  const startedAt = Date.now();
  await prepareCheckout(root, { withChecks: true });
  const dataDir = mkdtempSync(join(tmpdir(), 'repairline-bench-'));
  const closers = [() => rmSync(dataDir, { recursive: true, force: true })];
  const close = async () => {
    while (closers.length > 0) await closers.pop()();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void close().then(() => process.exit(1)));
  const figures = [];
  try {
    const bench = await environment({
      root,
      dataDir,
      quick,
      closers,
      say: (line) => process.stderr.write(`${line}\n`),
    });
    for (const name of only) {
      bench.say(`${name}…`);
      figures.push(...(await parts[name](bench)));
    }
  } finally {
    await close();
  }
  const minutes = (Date.now() - startedAt) / 60_000;
  const result = { machine: machine(), commit: commitOf(root), figures };
  console.log(`\n${tableForTerminal(figures)}\n`);
  for (const remark of remarks(figures)) console.log(`- ${remark}`);
  console.log(`\n${result.machine}, commit ${result.commit}, ${minutes.toFixed(1)} minutes`);
  if (json) writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  const page = { ...result, minutes, measuredAt: new Date(startedAt).toISOString() };
  if (write) writeFileSync(PAGE, await performancePage(page));
}

main(join(dirname(fileURLToPath(import.meta.url)), '..', '..'), process.argv.slice(2)).then(
  () => process.exit(0),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
