import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { reportResult, workerInput } from '../workers.mjs';
import { httpCalls, succeeded } from './http-calls.mjs';

const require = createRequire(import.meta.url);
const { WebSocket } = require('ws');

const { url, origin, sender, cookies, socketsEach, numbers, perSecond, seconds } = workerInput();
const startedAt = new Map();
const took = [];

const open = (cookie) =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie, origin } });
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'resume', positions: {} })));
    socket.on('message', (data) => {
      const text = data.toString();
      if (text.includes('"hello"')) return resolve(socket);
      if (!text.includes('"repair_log_created"')) return undefined;
      return took.push(performance.now() - startedAt.get(JSON.parse(text).barcodeNumber));
    });
  });

for (let round = 0; round < socketsEach; round += 1) await Promise.all(cookies.map(open));
const send = httpCalls(url, sender);
const changes = Math.min(perSecond * seconds, numbers.length);
const begun = performance.now();
const sending = [];
for (let turn = 0; turn < changes; turn += 1) {
  await pause(Math.max(0, begun + (turn * 1_000) / perSecond - performance.now()));
  startedAt.set(numbers[turn], performance.now());
  sending.push(send('POST', `/api/devices/${numbers[turn]}/logs`, { issue: 'Told to everybody' }).then(succeeded));
}
await Promise.all(sending);
const expected = changes * socketsEach * cookies.length;
for (let waited = 0; took.length < expected && waited < 10_000; waited += 50) await pause(50);
reportResult({ took, heard: took.length, expected });
