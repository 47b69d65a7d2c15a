import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../setup/client-programs.mjs';
import { createDatabase, dropDatabase, onServer } from '../setup/databases.mjs';
import { NODE_FLAGS } from '../../start/services.mjs';
import { figure } from '../figure.mjs';
import { sampleEntry } from '../log/sample-entry.mjs';
import { inRounds } from '../rounds.mjs';
import { inTurns } from '../turns.mjs';

const DATABASE = 'bench_append';
const WRITERS = [1, 8, 32];
const OVER_PGBENCH = { 1: 0.4, 8: 0.6, 32: 0.9 };
/** The longest time connecting may take. */
const LONGEST_SECONDS = 60;
const OVER_EMMETT = { 1: 1.4, 8: 2.5, 32: 4 };

/** Appends of one event with an expected version, compared with plain inserts of such a row and another event store. */
export async function measureAppend(bench) {
  const { root, dataKey } = bench;
  const { seconds } = bench.sizes;
  const { adminUrl, homes } = await createDatabase(bench, DATABASE, ['repairs']);
  await createDatabase(bench, `${DATABASE}_peer`);
  const peerUrl = adminUrl.replace(DATABASE, `${DATABASE}_peer`);
  await onServer(root, adminUrl, [PLAIN_TABLE, ...TABLE_LIKE_THE_LOG]);
  const limits = bench.programs.pgbench ? Object.keys(INSERTS) : [];
  const stores = (writers) => [
    ['append-own', { url: homes.repairs, dataKey, writers }, NODE_FLAGS],
    ['append-emmett', { url: peerUrl, writers }],
  ];
  const ways = WRITERS.flatMap((writers) => [
    [`stores ${writers}`, () => inTurns(root, stores(writers), seconds)],
    ...limits.map((limit) => [`${limit} ${writers}`, (round) => inserts(bench, adminUrl, limit, writers, round)]),
  ]);
  const results = await inRounds(bench, Object.fromEntries(ways));
  await dropDatabase(bench, DATABASE);
  await dropDatabase(bench, `${DATABASE}_peer`);
  return WRITERS.flatMap((writers) => {
    const both = results[`stores ${writers}`];
    const rates = {
      own: both.map(([own]) => own.rate),
      Emmett: both.map(([, emmett]) => emmett.rate),
      ...Object.fromEntries(limits.map((limit) => [limit, results[`${limit} ${writers}`].map(({ rate }) => rate)])),
    };
    const name = `append, ${writers} ${writers === 1 ? 'writer' : 'writers'}`;
    const beside = (peer, atLeast) => {
      const against = { name: peer, samples: rates[peer], missing: 'pgbench is not to be had here' };
      return figure({
        ...{ name, unit: 'events/s', samples: rates.own, against },
        reach: { ratio: { atLeast } },
      });
    };
    const besideInserts = Object.keys(INSERTS).map((limit) => beside(limit, OVER_PGBENCH[writers]));
    return [...besideInserts, beside('Emmett', OVER_EMMETT[writers])];
  });
}

const PLAIN_TABLE = `CREATE TABLE plain_events (
  position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text NOT NULL, stream_version integer NOT NULL,
  id uuid NOT NULL, type text NOT NULL, version smallint NOT NULL, data jsonb NOT NULL, occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL, actor jsonb, correlation_id text NOT NULL, causation_id uuid NOT NULL, batch_id uuid)`;

/** Includes all its indexes. */
const TABLE_LIKE_THE_LOG = [
  'CREATE TABLE log_events (LIKE repairs.events INCLUDING ALL)',
  'ALTER TABLE log_events ALTER COLUMN position ADD GENERATED ALWAYS AS IDENTITY',
];

// A space follows each colon, since pgbench takes `:word` for a variable of its own.
const DATA = JSON.stringify(sampleEntry('1f0e9d8c-7b6a-4595-8473-625140392817').data, null, 1).replaceAll('\n', ' ');

/** Scripts for pgbench. A literal is part of the plan; a variable is sent, and parsed by the server, with each row. */
const INSERTS = {
  pgbench: insertInto('plain_events', { number: 1, data: `'${DATA}'` }),
  "pgbench, the log's table": `\\set number :number + 1\n${insertInto('log_events', { number: ':number', data: ':data' })}`,
};

function insertInto(table, { number, data }) {
  return `INSERT INTO ${table} (stream, stream_version, id, type, version, data, occurred_at, recorded_at, actor,
    correlation_id, causation_id) VALUES ('device-' || :round || '-' || :client_id, ${number}, gen_random_uuid(),
    'RepairLogged', 1, ${data}, now(), clock_timestamp(), '{"userId": "u1", "name": "Ada"}', 'bench', gen_random_uuid());`;
}

/**
 * Repeats for twice as long if the time was up before the clients had connected.
 * @returns {Promise<{ rate: number }>} rows per second
 */
async function inserts(bench, url, limit, writers, round, seconds = bench.sizes.seconds) {
  const { dataDir, programs } = bench;
  const script = join(dataDir, 'insert.sql');
  writeFileSync(script, INSERTS[limit].replaceAll(/\n +/g, ' '));
  const { hostname, port, username, pathname } = new URL(url);
  const variables = { round: `${writers}-${round}`, number: 0, data: DATA };
  const given = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`]);
  const load = ['-n', '-M', 'prepared', '-c', String(writers), '-j', '1', '-T', String(seconds), '-f', script];
  const server = ['-h', hostname, '-p', port, '-U', username, pathname.slice(1)];
  const { text } = await runProgram(programs.pgbench, [...load, ...given, ...server], { url });
  const [, rate] = /tps = ([\d.]+)/.exec(text) ?? [];
  if (rate !== undefined) return { rate: Number(rate) };
  if (seconds >= LONGEST_SECONDS) throw new Error(`pgbench connected and stored nothing in ${seconds} s: ${text}`);
  return inserts(bench, url, limit, writers, round, 2 * seconds);
}
