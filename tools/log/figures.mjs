import { createRequire } from 'node:module';
import { openCalls } from '../bus/operator.mjs';
import { createProgress } from '../shared/progress.mjs';
import { UsageError } from '../shared/run-command.mjs';
import { openDatabase } from '../shared/service-log.mjs';
import { counted, rate } from './words.mjs';

const require = createRequire(import.meta.url);

/** Analytics has no log: its figures are counted from repairs' published events, which come from repairs' log. */
async function withFigures(product, work) {
  const { calls, close } = await openCalls(product.natsCallsUrl, 'log tools');
  const database = openDatabase(product, 'analytics');
  try {
    return await work({ ...database, calls });
  } finally {
    await close();
    await database.pool.end();
  }
}

/** Rebuilds all figures together, since they share one position. */
export function rebuildFigures(product, view, signal) {
  if (view) throw new UsageError('The views of analytics are rebuilt together: name no view.');
  const { openBuildSite } = require('@repairline/projections/build-site');
  const { rebuildReadModel } = require('@repairline/analytics/build-figures');
  const { consumerRole } = require('@repairline/messaging/consuming/consumed-dead-letters');
  const { recallLeader } = require('@repairline/service-kit/leadership');
  return withFigures(product, async ({ databaseUrl, pool, calls }) => {
    const site = await openBuildSite(databaseUrl, 'analytics');
    if (!site) throw new Error('Views of analytics are being built already. Wait until that is done.');
    try {
      const startedAt = Date.now();
      const progress = createProgress(await consumed(pool, 'repairs'), 'analytics: events of repairs');
      const onProgress = (done) => progress(done, `, ${rate(done, startedAt)} a second`);
      const built = await rebuildReadModel({ site, calls, signal, onProgress });
      // Its next term asks for what it passed over while its position was beyond the log.
      await recallLeader(pool, consumerRole('repairs'));
      console.log(`analytics is rebuilt: ${counted(built)} events of repairs, ${rate(built, startedAt)} a second.`);
      return 0;
    } finally {
      await site.close();
    }
  });
}

/** @returns `{ view, rows, position, differences }` for each view */
export function compareFigures(product, signal) {
  const { openScratchSite } = require('@repairline/projections/build-site');
  const { compareFigures: compare } = require('@repairline/analytics/compare-figures');
  return withFigures(product, async ({ databaseUrl, pool, calls }) => {
    const site = await openScratchSite(databaseUrl, 'analytics');
    try {
      return await compare(pool, { site, calls, signal });
    } finally {
      await site.close();
    }
  });
}

async function consumed(pool, source) {
  const { readPosition } = require('@repairline/messaging/consuming/consumed-position');
  return readPosition(pool, source);
}
