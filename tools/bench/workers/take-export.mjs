import { get } from 'node:http';
import { reportResult, workerInput } from '../workers.mjs';

const NEWLINE = 10;
const { url, headers } = workerInput();
const startedAt = performance.now();
get(`${url}/api/admin/export?type=devices`, { headers }, (answer) => {
  if (answer.statusCode !== 200) throw new Error(`The export was answered ${answer.statusCode}`);
  let lines = 0;
  answer.on('data', (chunk) => {
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
  });
  answer.on('end', () => reportResult({ lines, seconds: (performance.now() - startedAt) / 1_000 }));
});
