import { runProgram } from '../setup/client-programs.mjs';
import { districtOf } from '../setup/district.mjs';
import { figure, number, percentiles } from '../figure.mjs';
import { inRounds } from '../rounds.mjs';
import { runAsService } from '../workers.mjs';

const QUESTIONS = ['device list', 'filtered list', 'search', 'detail'];
const SLOWEST_MS = 50;

/**
 * The lists' queries as the service runs them, compared with the same SQL in psql, in a small and a large district that
 * take turns.
 */
export async function measureLists(bench) {
  const sizes = bench.sizes.devices;
  const measured = [];
  for (const devices of sizes) {
    const { repairsUrl: url } = await districtOf(bench, devices);
    measured.push({ devices, url, own: [], psql: [] });
  }
  const ways = measured.flatMap((district) => waysOf(bench, district));
  await inRounds(bench, Object.fromEntries(ways));
  return QUESTIONS.flatMap((question) => figuresOf(question, sizes, measured));
}

function waysOf(bench, { devices, url, own, psql }) {
  const { times } = bench.sizes;
  const service = async () => own.push(await runAsService(bench.root, 'ask-devices', { url, devices, times }));
  const same = async () => psql.push(await asked(bench, url, own.at(-1)));
  const of = `${number(devices)} devices`;
  return [[`the service, ${of}`, service], ...(bench.programs.psql ? [[`psql, ${of}`, same]] : [])];
}

/** The same statements, one after the other; a query with several takes as long as all of them. */
async function asked({ programs }, url, results) {
  const took = {};
  for (const question of QUESTIONS) {
    const turns = results[question].statements;
    const once = turns.flat().map((statement) => `${statement};`);
    const input = ['\\o /dev/null', ...once, '\\timing on', ...once].join('\n');
    const { text } = await runProgram(programs.psql, ['-X', '-q', '-v', 'ON_ERROR_STOP=1', url], { url, input });
    const times = [...text.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, ms]) => Number(ms));
    took[question] = turns.map((statements) => times.splice(0, statements.length).reduce((sum, ms) => sum + ms, 0));
  }
  return took;
}

function figuresOf(question, sizes, measured) {
  const p95s = measured.map(({ own }) => own.map((result) => percentiles(result[question].took).p95));
  const unit = 'ms p95';
  const missing = 'psql is not to be had here';
  const each = sizes.map((devices, index) => {
    const { psql } = measured[index];
    const samples = psql.length > 0 ? psql.map((took) => percentiles(took[question]).p95) : undefined;
    return figure({
      name: `${question}, ${number(devices)} devices`,
      unit,
      samples: p95s[index],
      against: { name: 'psql, the same SQL', samples, missing },
      reach: { ratio: { atMost: 1.5 }, value: { atMost: SLOWEST_MS } },
    });
  });
  const [small, large] = sizes;
  const both = figure({
    name: `${question}, ${number(large)} devices`,
    unit,
    samples: p95s[1],
    against: { name: `${number(small)} devices`, samples: p95s[0] },
    reach: { ratio: { atMost: 1.5 } },
  });
  return [...each, both];
}
