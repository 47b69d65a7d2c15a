import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../client-programs.mjs';
import { createDatabase, dropDatabase, onServer } from '../databases.mjs';
import { figure } from '../figure.mjs';
import { sampleEntry } from '../log/sample-entry.mjs';
import { inRounds } from '../rounds.mjs';
import { runAsService, runWorker } from '../workers.mjs';

const DATABASE = 'bench_append';
const WRITERS = [1, 8, 32];
const OVER_PGBENCH = { 1: 0.5, 8: 0.8, 32: 1 };
const OVER_EMMETT = { 1: 2, 8: 4, 32: 5 };

/** Appends of one event with an expected version, beside plain inserts of such a row and beside another event store. */
export async function measureAppend(bench) {
  const { root, dataKey } = bench;
  const { seconds } = bench.sizes;
  const { adminUrl, homes } = await createDatabase(bench, DATABASE, ['repairs']);
  await createDatabase(bench, `${DATABASE}_peer`);
  const peerUrl = adminUrl.replace(DATABASE, `${DATABASE}_peer`);
  await onServer(root, adminUrl, [PLAIN_TABLE]);
  const inserts = pgbenchOf(bench, adminUrl, seconds);
  const ways = WRITERS.flatMap((writers) => [
    [`own ${writers}`, () => runAsService(root, 'append-own', { url: homes.repairs, dataKey, writers, seconds })],
    [`emmett ${writers}`, () => runWorker(root, 'append-emmett', { url: peerUrl, writers, seconds })],
    ...(inserts ? [[`pgbench ${writers}`, () => inserts(writers)]] : []),
  ]);
  const results = await inRounds(bench, Object.fromEntries(ways));
  await dropDatabase(bench, DATABASE);
  await dropDatabase(bench, `${DATABASE}_peer`);
  const rates = (name) => results[name]?.map(({ rate }) => rate);
  return WRITERS.flatMap((writers) => {
    const name = `append, ${writers} ${writers === 1 ? 'writer' : 'writers'}`;
    const own = { name, unit: 'events/s', samples: rates(`own ${writers}`) };
    const limit = { name: 'pgbench', samples: rates(`pgbench ${writers}`), missing: 'pgbench is not to be had here' };
    const peer = { name: 'Emmett', samples: rates(`emmett ${writers}`) };
    return [
      figure({ ...own, against: limit, reach: { ratio: { atLeast: OVER_PGBENCH[writers] } } }),
      figure({ ...own, against: peer, reach: { ratio: { atLeast: OVER_EMMETT[writers] } } }),
    ];
  });
}

const PLAIN_TABLE = `CREATE TABLE plain_events (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text NOT NULL, stream_version integer NOT NULL,
  id uuid NOT NULL, type text NOT NULL, version smallint NOT NULL, data jsonb NOT NULL, occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL, actor jsonb, correlation_id text NOT NULL, causation_id uuid NOT NULL, batch_id uuid)`;

/** Null without pgbench. */
function pgbenchOf({ dataDir, programs }, url, seconds) {
  if (!programs.pgbench) return null;
  const script = join(dataDir, 'insert.sql');
  // With a space after each colon: pgbench takes `:word` for a variable of its own.
  const data = JSON.stringify(sampleEntry('1f0e9d8c-7b6a-4595-8473-625140392817').data, null, 1).replaceAll('\n', ' ');
  const columns =
    'stream, stream_version, id, type, version, data, occurred_at, recorded_at, actor, correlation_id, causation_id';
  const moments = `now(), clock_timestamp(), '{"userId": "u1", "name": "Ada"}', 'bench', gen_random_uuid()`;
  const row = `'device-' || :client_id, 1, gen_random_uuid(), 'RepairLogged', 1, '${data}', ${moments}`;
  writeFileSync(script, `INSERT INTO plain_events (${columns}) VALUES (${row});\n`);
  const { hostname, port, username, pathname } = new URL(url);
  const server = ['-h', hostname, '-p', port, '-U', username, pathname.slice(1)];
  return async (writers) => {
    const load = ['-n', '-M', 'prepared', '-c', String(writers), '-j', '1', '-T', String(seconds), '-f', script];
    const { text } = await runProgram(programs.pgbench, [...load, ...server], { url });
    return { rate: Number(/tps = ([\d.]+)/.exec(text)[1]) };
  };
}
