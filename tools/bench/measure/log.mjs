import { join } from 'node:path';
import { runProgram } from '../setup/client-programs.mjs';
import { createDatabase, dropDatabase, onServer } from '../setup/databases.mjs';
import { figure } from '../figure.mjs';
import { inRounds } from '../rounds.mjs';
import { runAsService, runWorker } from '../workers.mjs';

const DATABASE = 'bench_log';
const VIEW_TABLES = ['device_list', 'repair_logs', 'device_stats', 'work_sessions'];

/** Reading the whole log and building the repairs views from it, compared with COPY of the same rows. */
export async function measureLog(bench) {
  const { root, dataKey } = bench;
  const { adminUrl, homes } = await createDatabase(bench, DATABASE, ['repairs']);
  const staff = [{ id: '1f0e9d8c-7b6a-4595-8473-625140392817' }, { id: '2f0e9d8c-7b6a-4595-8473-625140392817' }];
  const log = { url: homes.repairs, dataKey };
  await runWorker(root, 'write-log', { ...log, devices: bench.sizes.logDevices, eventsADevice: 7.5, staff });
  await onServer(root, adminUrl, ['VACUUM ANALYZE']);
  await runAsService(root, 'rebuild-views', log);
  const limits = copiesOf(bench, adminUrl);
  const results = await inRounds(bench, {
    'read sealed': () => runAsService(root, 'read-log', { ...log, isSealed: true }),
    'read opened': () => runAsService(root, 'read-log', log),
    ...(limits && { 'COPY TO': limits.read }),
    rebuild: () => runAsService(root, 'rebuild-views', log),
    ...(limits && { 'COPY FROM': limits.rebuild }),
  });
  await dropDatabase(bench, DATABASE);
  return figuresOf(results);
}

function figuresOf(results) {
  const events = results.rebuild[0].events;
  const rates = (name) => results[name]?.map(({ seconds }) => events / seconds);
  const missing = 'psql is not to be had here';
  // COPY returns what is stored: ciphertext for personal data.
  const reading = (personalData, samples) =>
    figure({
      name: `full read of the log, personal data ${personalData}`,
      unit: 'events/s',
      samples,
      against: { name: 'COPY TO STDOUT', samples: rates('COPY TO'), missing },
      reach: { ratio: { atLeast: 0.7 } },
    });
  return [
    reading('left sealed', rates('read sealed')),
    reading('opened', rates('read opened')),
    figure({
      name: 'rebuild of the repairs views',
      unit: 'events/s',
      samples: rates('rebuild'),
      against: { name: 'COPY of the same rows', samples: rates('COPY FROM'), missing },
      reach: { ratio: { atLeast: 0.2 }, value: { atLeast: 20_000 } },
    }),
  ];
}

/** Null without psql. The limit of a rebuild loads tables without indexes and creates these last, as a rebuild does. */
function copiesOf({ programs, root, dataDir }, url) {
  if (!programs.psql) return null;
  const psql = async (lines) => {
    const startedAt = performance.now();
    const input = lines.join('\n');
    await runProgram(programs.psql, ['-X', '-q', '-v', 'ON_ERROR_STOP=1', url], { url, input, output: 'none' });
    return { seconds: (performance.now() - startedAt) / 1_000 };
  };
  const fileOf = (table) => join(dataDir, `${table}.copy`);
  return {
    read: () => psql(['COPY repairs.events TO STDOUT;']),
    async rebuild() {
      await psql(VIEW_TABLES.map((table) => `\\copy repairs.${table} to '${fileOf(table)}'`));
      const bare = VIEW_TABLES.map((table) => `CREATE TABLE copied.${table} (LIKE repairs.${table})`);
      await onServer(root, url, ['DROP SCHEMA IF EXISTS copied CASCADE', 'CREATE SCHEMA copied', ...bare]);
      const indexes = await onServer(root, url, [INDEXES]);
      return psql([
        ...VIEW_TABLES.map((table) => `\\copy copied.${table} from '${fileOf(table)}'`),
        ...indexes.map(({ definition }) => `${definition.replace(' ON repairs.', ' ON copied.')};`),
      ]);
    },
  };
}

const INDEXES = `SELECT indexdef AS definition FROM pg_indexes
  WHERE schemaname = 'repairs' AND tablename IN (${VIEW_TABLES.map((table) => `'${table}'`).join(', ')})`;
