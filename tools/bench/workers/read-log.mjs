import { openRepairsLog } from '../log/repairs-log.mjs';
import { reportResult, workerInput } from '../workers.mjs';

const { url, dataKey } = workerInput();
const PAGE = 2_000;
const { store, close } = openRepairsLog(url, dataKey);
await store.readAll(0, 1);

const startedAt = performance.now();
let events = 0;
for (let after = 0; ;) {
  const page = await store.readAll(after, PAGE);
  const last = page.at(-1);
  if (!last) break;
  events += page.length;
  after = last.position;
}
const seconds = (performance.now() - startedAt) / 1_000;
await close();
reportResult({ events, seconds, rate: events / seconds });
