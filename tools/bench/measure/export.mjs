import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../setup/client-programs.mjs';
import { onServer } from '../setup/databases.mjs';
import { districtOf } from '../setup/district.mjs';
import { figure, number } from '../figure.mjs';
import { signedInAdmin } from '../setup/people.mjs';
import { memoryOf, startProduct, untilEventsAreTakenIn } from '../setup/product.mjs';
import { inRounds } from '../rounds.mjs';
import { runWorker } from '../workers.mjs';

const LOOK_EVERY_MS = 250;
/** If memory grows by more than this, it grows with the file. */
const FLAT_MB = 120;
const COPY = `COPY (SELECT asset_number, school, model, status, priority, technicians.name, student_name, initial_issue,
  latest_issue, notes, created_at, device_list.updated_at FROM repairs.device_list LEFT JOIN repairs.technicians
  ON technicians.user_id = assignee_id ORDER BY asset_number_key) TO STDOUT CSV HEADER;`;

/** The file of all devices of a large district, compared with the database writing one by itself. */
export async function measureExport(bench) {
  const district = await districtOf(bench, bench.sizes.devices.at(-1));
  await passOverConsuming(bench, district);
  const dataDir = mkdtempSync(join(bench.dataDir, 'export-'));
  const env = { DATABASE_URL: district.adminUrl, DATA_KEY: bench.dataKey };
  await publishLog(bench, { dataDir, env });
  const product = await startProduct(bench, { dataDir, env });
  const { headers } = await signedInAdmin(product);
  const before = heldBy(product);
  const peaks = [];
  const ticker = setInterval(() => peaks.push(heldBy(product)), LOOK_EVERY_MS);
  const results = await inRounds(bench, {
    export: () => runWorker(bench.root, 'take-export', { url: product.url, headers }),
    ...(bench.programs.psql && { 'COPY TO CSV': () => copied(bench, district.adminUrl) }),
  });
  clearInterval(ticker);
  await product.stop();
  const rates = (name) => results[name]?.map(({ seconds }) => district.devices / seconds);
  const missing = 'psql is not to be had here';
  const lines = results.export[0].lines;
  if (lines < district.devices) throw new Error(`The file has ${lines} lines for ${district.devices} devices`);
  return [
    figure({
      name: `export of ${number(district.devices)} devices`,
      unit: 'rows/s',
      samples: rates('export'),
      against: { name: 'COPY TO CSV', samples: rates('COPY TO CSV'), missing },
      reach: { ratio: { atLeast: 0.2 } },
    }),
    ...(before === null ? [] : [memoryFigure(peaks, before)]),
  ];
}

function memoryFigure(peaks, before) {
  return figure({
    name: 'peak memory added to gateway and services by an export',
    unit: 'MB',
    samples: [Math.max(0, Math.max(...peaks) - before)],
    reach: { value: { atMost: FLAT_MB } },
  });
}

/** The log was written without the product, and nobody is to answer its events: they would only take time. */
async function passOverConsuming({ root }, { adminUrl, events }) {
  await onServer(root, adminUrl, [
    `INSERT INTO billing.consumed_positions (source, position) VALUES ('repairs', ${events})
        ON CONFLICT (source) DO UPDATE SET position = ${events}`,
    `UPDATE analytics.view_checkpoints SET position = ${events}`,
  ]);
}

/**
 * Publishing the district's log takes both cores for a minute, and a nats-server that has just been sent it is busy with
 * forgetting the messages' ids for as long as it remembers them, two minutes: the product is measured on one started anew.
 */
async function publishLog(bench, settings) {
  const product = await startProduct(bench, settings);
  await untilEventsAreTakenIn(product);
  await product.stop();
}

function heldBy(product) {
  const memory = memoryOf(product);
  return memory && memory.gateway + memory.repairs + memory.billing;
}

async function copied({ programs }, url) {
  const startedAt = performance.now();
  await runProgram(programs.psql, ['-X', '-q', '-v', 'ON_ERROR_STOP=1', url], { url, input: COPY, output: 'none' });
  return { seconds: (performance.now() - startedAt) / 1_000 };
}
