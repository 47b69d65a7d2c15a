import { createRequire } from 'node:module';
import { assetNumber } from '../log/district-events.mjs';
import { reportResult, workerInput } from '../workers.mjs';

const require = createRequire(import.meta.url);
const { escapeLiteral } = require('pg');
const { createPool } = require('@repairline/postgres/pool');
const { kyselyOn, plannedOnce } = require('@repairline/postgres/queries/kysely-on');
const { listDevices } = require('@repairline/repairs/views/device-pages');
const { getDevice } = require('@repairline/repairs/views/devices-by-key');

/** Warm-up: a running service has answered queries before, so its code is compiled. */
const WARM_UP_QUERIES = 1_000;
const { url, devices, times } = workerInput();
const pool = createPool(url, 'bench', 12);
const db = kyselyOn(pool);
const page = { limit: 200, withScrapped: true };
const someNumber = (turn) => assetNumber((turn * 7_919) % devices);

const questions = {
  'device list': () => listDevices(db, page),
  'filtered list': (turn) => listDevices(db, { ...page, status: 'COMPLETED', school: ['SHS', 'SMS'][turn % 2] }),
  search: (turn) => listDevices(db, { ...page, q: someNumber(turn) }),
  detail: (turn) => getDevice(db, someNumber(turn)),
};

/** The statements that a query runs, with their parameters inlined. */
async function statementsOf(question, turn) {
  const seen = [];
  const unwatch = [db, plannedOnce(db)].map((each) => watchCompiled(each.getExecutor(), seen));
  await question(turn);
  unwatch.forEach((end) => end());
  return seen;
}

function watchCompiled(executor, seen) {
  const compile = executor.compileQuery;
  executor.compileQuery = function (...given) {
    const compiled = compile.apply(this, given);
    seen.push(compiled.sql.replaceAll(/\$(\d+)/g, (_, place) => literal(compiled.parameters[place - 1])));
    return compiled;
  };
  return () => (executor.compileQuery = compile);
}

function literal(value) {
  if (Array.isArray(value)) return `array[${value.map(literal)}]`;
  return typeof value === 'string' ? escapeLiteral(value) : String(value);
}

const results = {};
for (const [name, question] of Object.entries(questions)) {
  const statements = [];
  for (let turn = 0; turn < times; turn += 1) statements.push(await statementsOf(question, turn));
  for (let turn = 0; turn < WARM_UP_QUERIES; turn += 1) await question(turn);
  const took = [];
  for (let turn = 0; turn < times; turn += 1) {
    const startedAt = performance.now();
    await question(turn);
    took.push(performance.now() - startedAt);
  }
  results[name] = { statements, took };
}
await pool.end();
reportResult(results);
