import { createRequire } from 'node:module';
import { openRepairsLog } from '../log/repairs-log.mjs';
import { reportResult, workerInput } from '../workers.mjs';

const require = createRequire(import.meta.url);
const { startViews } = require('@repairline/projections/following/run-views');
const { createLogger } = require('@repairline/service-kit/logger');
const { repairsViews } = require('@repairline/repairs/views/views');

const { url, dataKey } = workerInput();
const { store, pool, close } = await openRepairsLog(url, dataKey);
const head = await store.head();
await pool.query('delete from view_checkpoints');

const startedAt = performance.now();
const options = { service: 'repairs', store, pool, databaseUrl: url, views: repairsViews };
const views = await startViews({ ...options, logger: createLogger('bench', 'error') });
await views.reached(head, 300_000);
const seconds = (performance.now() - startedAt) / 1_000;
const { detail } = await views.health();
const peakMegabytes = process.resourceUsage().maxRSS / 1_024;
await views.stop();
await close();
if (detail.stopped.length > 0) throw new Error(`Views have stopped: ${detail.stopped.join(', ')}`);
reportResult({ events: head, seconds, rate: head / seconds, peakMegabytes });
