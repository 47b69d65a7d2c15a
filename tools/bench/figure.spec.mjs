import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, resolveConfig } from 'prettier';
import { ROOT } from '../shared/run-command.mjs';
import { readArguments } from './arguments.mjs';
import { figure, percentiles } from './figure.mjs';
import { PAGE, performancePage, remarks, tableForTerminal, tableInMarkdown } from './report.mjs';
import { inTurns } from './turns.mjs';

const own = { name: 'append', unit: 'events/s', samples: [90, 100, 140] };
const peer = { name: 'pgbench', samples: [100, 200, 100] };

test('a ratio is the median over the rounds, not a ratio of medians', () => {
  const { value, min, max, peerValue, ratio, ratioMin, ratioMax } = figure({ ...own, against: peer });
  assert.deepEqual({ value, min, max, peerValue }, { value: 100, min: 90, max: 140, peerValue: 100 });
  assert.deepEqual({ ratio, ratioMin, ratioMax }, { ratio: 0.9, ratioMin: 0.5, ratioMax: 1.4 });
});

test('a figure is reached if its ratio and its value are within their bounds', () => {
  const reached = (reach) => figure({ ...own, against: peer, reach }).ok;
  assert.equal(reached({ ratio: { atLeast: 0.9 } }), true);
  assert.equal(reached({ ratio: { atLeast: 0.91 } }), false);
  assert.equal(reached({ ratio: { atMost: 1 }, value: { atMost: 99 } }), false);
  assert.equal(reached({ ratio: { atMost: 1 }, value: { atMost: 100 } }), true);
  assert.equal(reached({}), null);
});

test('a figure that misses a result is not reached, however good the rest is', () => {
  const entry = figure({ ...own, reach: { value: { atMost: 200 } }, missed: 1 });
  assert.equal(entry.ok, false);
  assert.equal(entry.reach, '≤ 200 events/s');
});

test('a missing peer is named and leaves only the ratio undecided', () => {
  const against = { name: 'pgbench', missing: 'pgbench is not to be had here' };
  const entry = figure({ ...own, against, reach: { ratio: { atLeast: 0.5 } } });
  assert.equal(entry.ok, null);
  assert.deepEqual(remarks([entry]), ['append: pgbench is not to be had here']);
  assert.match(tableForTerminal([entry]), /pgbench: not measured/);
  const slow = figure({ ...own, against, reach: { ratio: { atLeast: 0.5 }, value: { atLeast: 1_000 } } });
  assert.equal(slow.ok, false);
});

test('percentiles are interpolated between two measurements', () => {
  assert.deepEqual(percentiles([4, 1, 3, 2, 5]), { p50: 3, p95: 4.8, p99: 4.96 });
  assert.throws(() => percentiles([]), /Nothing was measured/);
});

test('the page names the machine, the commit, the command and what falls short, and is formatted', async () => {
  const figures = [
    figure({ ...own, against: peer, reach: { ratio: { atLeast: 2 } } }),
    figure({ ...own, reach: { value: { atLeast: 1_000 } } }),
    figure({ name: 'start', unit: 's', samples: [2.5] }),
  ];
  const measured = { machine: 'a machine', commit: 'abc1234', minutes: 21, figures };
  const page = await performancePage({ ...measured, measuredAt: '2026-11-21T08:00:00.000Z' });
  for (const part of ['a machine', 'abc1234', '`npm run bench -- --write`', 'Short of its reach: append.'])
    assert.ok(page.includes(part));
  const plain = (text) => text.replace(/ +/g, ' ').replace(/-+/g, '-');
  assert.ok(plain(page).includes(plain(tableInMarkdown(figures))));
  assert.ok(await check(page, { ...(await resolveConfig(PAGE)), filepath: PAGE }));
});

test('unknown arguments are refused with one line', () => {
  assert.throws(() => readArguments(['--only', 'nothing'], ['append']), /--only knows append, and not 'nothing'/);
  assert.throws(() => readArguments(['--write', '--quick'], ['append']), /--write keeps a whole measurement/);
  assert.throws(() => readArguments(['--fast'], ['append']), /--fast/);
});

test('a worker that ends before its turns do is an error', async () => {
  const nowhere = { url: 'postgres://127.0.0.1:1/none', dataKey: '00'.repeat(32), writers: 1 };
  await assert.rejects(inTurns(ROOT, [['append-own', nowhere]], 1), /The worker append-own ended with 1/);
});
