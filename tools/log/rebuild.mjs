import { createRequire } from 'node:module';
import { createProgress } from '../shared/progress.mjs';
import { resolveConnections } from '../shared/running-product.mjs';
import { readArguments, ROOT, runCommand, UsageError } from '../shared/run-command.mjs';
import { REACTIONS, reactAgain } from './readers/reactions.mjs';
import { openViews, SERVICES } from '../shared/service-log.mjs';
import { reloadTechnicians, TECHNICIANS } from './readers/technicians.mjs';
import { counted, rate } from './words.mjs';

const require = createRequire(import.meta.url);
const USAGE = `Rebuilds views from the first event, beside the live ones, and swaps them in. People can keep working. What a service
knows about people, \`technicians\`, is taken in again from identity.

  npm run rebuild -- ${SERVICES.join('|')} [view]
  npm run rebuild -- billing reactions    billing takes in repairs' events again; those it has answered change nothing`;

function readWanted(args) {
  const [service, view, ...more] = readArguments(args).positionals;
  if (!service) throw new UsageError('Which service?');
  if (!SERVICES.includes(service)) throw new UsageError(`There is no service ${service}.`);
  if (more.length > 0) throw new UsageError('One view at a time.');
  return { service, view };
}

async function rebuildViews(product, { service, view: name }, signal) {
  const { openBuildSite } = require('@repairline/projections/building/build-site');
  const log = await openViews(product, service);
  try {
    const views = log.views.filter((view) => name === undefined || view.name === name);
    if (views.length === 0) {
      throw new UsageError(`${service} has no view ${name}. It has ${log.views.map((view) => view.name).join(', ')}.`);
    }
    const site = await openBuildSite(log.databaseUrl, service);
    if (!site) throw new Error(`Views of ${service} are being built already. Wait until that is done.`);
    let code = 0;
    try {
      for (const view of views) code = Math.max(code, await rebuildOne(log, view, site, signal));
    } finally {
      await site.close();
    }
    return code;
  } finally {
    await log.close();
  }
}

async function rebuildOne({ store, service }, view, site, signal) {
  const { rebuildView } = require('@repairline/projections/building/rebuild');
  const startedAt = Date.now();
  const progress = createProgress(await store.head(), `${service} ${view.name}: events`);
  const onProgress = (done) => progress(done, `, ${rate(done, startedAt)} a second`);
  const built = await rebuildView({ store, service, view, site, signal, onProgress });
  if (built.state === 'stopped') {
    console.error(`${service} ${view.name} cannot take in event ${built.position + 1}. The live view is unchanged.`);
    return 1;
  }
  console.log(
    `${service} ${view.name} is rebuilt: ${counted(built.position)} events, ${rate(built.position, startedAt)} a second.`,
  );
  return 0;
}

await runCommand(USAGE, async (args, signal) => {
  const wanted = readWanted(args);
  const product = await resolveConnections(ROOT);
  const { service, view } = wanted;
  const knowsTechnicians = service !== 'identity';
  if (knowsTechnicians && view === TECHNICIANS) return reloadTechnicians(product, service, signal);
  if (service === 'billing' && view === REACTIONS) return reactAgain(product, signal);
  const code = await rebuildViews(product, wanted, signal);
  return view || !knowsTechnicians ? code : Math.max(code, await reloadTechnicians(product, service, signal));
});
