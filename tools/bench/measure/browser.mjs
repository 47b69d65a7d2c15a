import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { figure, number, percentiles } from '../figure.mjs';
import { signedInAdmin, signedInPeople, takeInDevices } from '../setup/people.mjs';
import { startProduct, untilEventsAreTakenIn } from '../setup/product.mjs';
import { inRounds } from '../rounds.mjs';
import { runWorker } from '../workers.mjs';
import { serviceNode } from '../../start/checkout/check-node.mjs';
import { ensurePrerequisites } from '../../test/prerequisites.mjs';

const WORKED_ON = 400;
const [PER_SECOND, SEEN_WITHIN_MS] = [50, 150];

/** What people in a district with many devices see in a real browser: each other's work, and the list they scroll. */
export async function measureBrowser(bench) {
  await ensurePrerequisites(bench.root, ['journeys']);
  const devices = bench.quick ? 1_000 : 10_000;
  const product = await startProduct(bench, { dataDir: mkdtempSync(join(bench.dataDir, 'browser-')) });
  await seed(bench, product, devices);
  const admin = await signedInAdmin(product);
  const numbers = await takeInDevices(admin, WORKED_ON);
  const [watcher] = await signedInPeople(product, 1);
  const visit = { url: product.url, watcher };
  const figures = [
    ...(await seenInAnotherBrowser(bench, { ...visit, sender: admin.headers, numbers })),
    ...(await scrolling(bench, visit, devices)),
  ];
  await product.stop();
  return figures;
}

async function seed({ root }, product, devices) {
  const { dataDir } = product;
  const script = join(root, 'tools', 'seed', 'seed.mjs');
  const env = { ...process.env, DATA_DIR: dataDir };
  await promisify(execFile)(serviceNode(root), [script, '--devices', String(devices)], { cwd: root, env });
  await untilEventsAreTakenIn(product);
}

/** Measures a product that has been running for a while, as on most days; the figure right after a start comes last. */
async function seenInAnotherBrowser(bench, input) {
  const load = { perSecond: PER_SECOND, seconds: bench.quick ? 3 : 10 };
  const see = () => runWorker(bench.root, 'see-commands', { ...input, ...load });
  bench.say('  right after the start');
  const first = await see();
  const { seen: rounds } = await inRounds(bench, { seen: see });
  const p95 = ({ took }) => percentiles(took).p95;
  const note = (unseen) => (unseen > 0 ? `${number(unseen)} were not seen` : undefined);
  const unseen = rounds.reduce((sum, round) => sum + round.unseen, 0);
  return [
    figure({
      name: `command in one browser until visible in another, ${PER_SECOND} a second`,
      unit: 'ms p95',
      samples: rounds.map(p95),
      reach: { value: { atMost: SEEN_WITHIN_MS } },
      missed: unseen,
      note: note(unseen),
    }),
    figure({
      name: 'command in one browser until visible in another, right after a start',
      unit: 'ms p95',
      samples: [p95(first)],
      note: note(first.unseen),
    }),
  ];
}

async function scrolling(bench, visit, devices) {
  const input = { ...visit, seconds: bench.quick ? 2 : 5 };
  const gaps = await inRounds(bench, {
    list: () => runWorker(bench.root, 'scroll-list', { ...input, list: true }),
    'empty page': () => runWorker(bench.root, 'scroll-list', { ...input, list: false }),
  });
  return ['p50', 'p95', 'p99'].map((name) =>
    figure({
      name: `time between frames while scrolling ${number(devices)} devices`,
      unit: `ms ${name}`,
      samples: gaps.list.map((samples) => percentiles(samples)[name]),
      against: {
        name: 'an empty page of the same height',
        samples: gaps['empty page'].map((each) => percentiles(each)[name]),
      },
    }),
  );
}
