import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { reportResult, workerInput } from '../workers.mjs';
import { httpCalls, succeeded } from './http-calls.mjs';

const require = createRequire(import.meta.url);
const { WebSocket } = require('ws');

// One browser sends, another hears of each change on its socket and reads the device again.
const { url, origin, sender, watcher, numbers, perSecond, seconds } = workerInput();
const send = httpCalls(url, sender);
const read = httpCalls(url, { cookie: watcher });
const sent = new Map();
const took = [];
const misses = [];

const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie: watcher, origin } });
socket.on('message', (data) => {
  const change = JSON.parse(data.toString());
  if (change.type === 'repair_log_created') void look(change.barcodeNumber);
});
await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
socket.send(JSON.stringify({ type: 'resume', positions: {} }));

async function look(number) {
  const waiting = sent.get(number);
  if (!waiting) return;
  const device = JSON.parse(succeeded(await read('GET', `/api/devices/${number}`)));
  if (device.latestIssue !== waiting.issue || !sent.delete(number)) return;
  took.push(performance.now() - waiting.startedAt);
}

const total = perSecond * seconds;
const begun = performance.now();
const sending = [];
for (let turn = 0; turn < total; turn += 1) {
  await pause(Math.max(0, begun + (turn * 1_000) / perSecond - performance.now()));
  const number = numbers[turn % numbers.length];
  const issue = `Seen by another ${turn}`;
  if (sent.has(number)) misses.push(number);
  sent.set(number, { issue, startedAt: performance.now() });
  sending.push(send('POST', `/api/devices/${number}/logs`, { issue }).then(succeeded));
}
await Promise.all(sending);
for (let waited = 0; sent.size > 0 && waited < 5_000; waited += 50) await pause(50);
reportResult({ took, unseen: sent.size + misses.length, total });
process.exit(0);
