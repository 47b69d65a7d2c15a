import { figure, percentiles } from '../figure.mjs';
import { inRounds } from '../rounds.mjs';
import { runAsService } from '../workers.mjs';

const STEPS = [
  ['append', 'one event appended to the log'],
  ['service', 'the entry sent to the service directly: bus, decision, append, views'],
  ['gateway', 'a request that needs the gateway alone: it asks identity for the sign-in'],
  ['whole', 'the entry through the gateway'],
];

/** Where the time of one entry goes: each step by itself, one after the other, with no other load. */
export async function stepsOfACommand({ bench, product, admin, numbers }) {
  const input = { url: product.url, natsCallsUrl: product.run.natsCallsUrl, headers: admin.headers, numbers };
  const database = { databaseAdminUrl: product.run.databaseAdminUrl, dataDir: product.dataDir };
  const times = bench.quick ? 30 : 200;
  const { steps } = await inRounds(bench, {
    steps: () => runAsService(bench.root, 'ask-steps', { ...input, ...database, times }),
  });
  return STEPS.map(([name, what]) =>
    figure({
      name: `one entry with no other load, ${name}`,
      unit: 'ms p50',
      samples: steps.map((took) => percentiles(took[name]).p50),
      note: what,
    }),
  );
}
