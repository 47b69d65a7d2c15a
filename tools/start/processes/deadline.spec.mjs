import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { createStartDeadline } from './deadline.mjs';
import { isReady, readinessOf } from '../services.mjs';

const MINUTE_MS = 60_000;

function patience() {
  const clock = { ms: 0 };
  const told = [];
  const { isOver, progress } = createStartDeadline({ now: () => clock.ms, tell: (text) => told.push(text) });
  return { told, isOver, progress, pass: (ms) => (clock.ms += ms) };
}

test('services that report nothing get a minute', () => {
  const { isOver, progress, pass } = patience();
  pass(MINUTE_MS);
  assert.equal(isOver(), false);
  progress('identity', undefined);
  pass(1);
  assert.equal(isOver(), true);
});

test('a service that builds its lists gets as long as it makes progress', () => {
  const { isOver, progress, pass } = patience();
  for (let done = 0; done < 100_000; done += 2_000) {
    progress('repairs', { done, of: 1_500_000 });
    pass(5 * MINUTE_MS);
    assert.equal(isOver(), false);
  }
  for (let minute = 0; minute < 6; minute += 1) {
    progress('repairs', { done: 98_000, of: 1_500_000 });
    pass(MINUTE_MS);
  }
  assert.equal(isOver(), true);
});

test('a service that starts over again and again gets no longer than one that stands still', () => {
  const { isOver, progress, pass } = patience();
  for (let minute = 0; minute <= 11; minute += 1) {
    progress('repairs', { done: (minute % 3) * 2_000, of: 1_500_000 });
    pass(MINUTE_MS);
  }
  assert.equal(isOver(), false);
  progress('repairs', { done: 0, of: 1_500_000 });
  pass(MINUTE_MS);
  assert.equal(isOver(), true);
});

test('progress is printed every ten seconds', () => {
  const { told, progress, pass } = patience();
  for (let done = 0; done <= 50; done += 1) {
    progress('repairs', { done: done * 10_000, of: 1_500_000 });
    pass(500);
  }
  assert.deepEqual(told, [
    'repairs is building its lists: 13 % of 1,500,000 events',
    'repairs is building its lists: 26 % of 1,500,000 events',
  ]);
});

test('a service reports its progress in its health', async (t) => {
  const report = { ok: false, checks: { views: { ok: false, detail: { progress: { done: 4_000, of: 9_000 } } } } };
  const server = createServer((_request, response) => response.writeHead(503).end(JSON.stringify(report)));
  t.after(() => server.close());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  assert.deepEqual(await readinessOf(port), { isReady: false, building: { done: 4_000, of: 9_000 } });
  assert.equal(await isReady(port), false);
});
