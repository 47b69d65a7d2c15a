import { reportResult, workerInput } from '../workers.mjs';
import { httpCalls, succeeded } from './http-calls.mjs';

const { url, headers, numbers, clients, seconds } = workerInput();
const call = httpCalls(url, headers);
const took = [];
const from = performance.now() + 1_000;
const until = from + seconds * 1_000;

await Promise.all(
  Array.from({ length: clients }, async (_, client) => {
    for (let turn = 0; performance.now() < until; turn += 1) {
      const number = numbers[(client + turn * clients) % numbers.length];
      const startedAt = performance.now();
      succeeded(await call('POST', `/api/devices/${number}/logs`, { issue: `Keyboard not working ${turn}` }));
      if (startedAt >= from) took.push(performance.now() - startedAt);
    }
  }),
);
reportResult({ took, rate: took.length / seconds });
