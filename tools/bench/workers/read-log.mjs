import { createRequire } from 'node:module';
import { openRepairsLog } from '../log/repairs-log.mjs';
import { reportResult, workerInput } from '../workers.mjs';

const require = createRequire(import.meta.url);
const { redacted } = require('@repairline/event-store/event-store');
const { logPages } = require('@repairline/event-store/reading/log-pages');

/** Warm-up: a running service has read its log before, so its code is compiled. */
const READ_BEFORE = 30_000;
const { url, dataKey, isSealed } = workerInput();
const { store, close } = await openRepairsLog(url, dataKey);
const log = isSealed ? redacted(store) : store;

async function count(stretch) {
  let events = 0;
  for await (const page of logPages(log, stretch)) events += page.length;
  return events;
}

await count({ after: 0, upTo: READ_BEFORE });
const startedAt = performance.now();
const events = await count({ after: 0 });
const seconds = (performance.now() - startedAt) / 1_000;
await close();
reportResult({ events, seconds, rate: events / seconds });
