import { createRequire } from 'node:module';
import { withBus } from '../bus/operator.mjs';
import { compareLogCopy } from './readers/copies.mjs';
import { resolveConnections } from '../shared/running-product.mjs';
import { readArguments, ROOT, runCommand, UsageError } from '../shared/run-command.mjs';
import { attempt } from './readers/findings.mjs';
import { positionFindings, viewFindings } from './readers/positions.mjs';
import { LOG_SERVICES, openDatabase, openLog, openViews, SERVICES } from '../shared/service-log.mjs';
import { technicianFindings } from './readers/technicians.mjs';
import { copyWords, counted, differenceWords, replayWords } from './words.mjs';

const require = createRequire(import.meta.url);
const USAGE = `Compares everything derived from the logs with the logs: every view, row by row, with one built from the first event,
every copy on the bus, every position. People can keep working. Exits with 0 if all is equal, with 1 if anything differs.

  npm run verify`;

/** One service's totals: what was compared, and how many differences were reported. */
const newFindings = (service) => ({ service, compared: 0, differences: 0 });

/** Prints a difference at once, so that it is not lost if the rest fails. */
function tell(findings, text) {
  findings.differences += 1;
  console.log(`DIFFERENT  ${text}`);
}

async function compare(findings, what, signal, work) {
  for (const { text } of await attempt(findings.service, what, work, signal)) tell(findings, text);
}

async function verifyViews(log, findings, signal) {
  for (const view of log.views) {
    await compare(findings, view.name, signal, () => verifyView(log, view, findings, signal));
  }
}

async function verifyView(log, view, findings, signal) {
  const { compareView } = require('@repairline/projections/building/compare-view');
  const { openScratchSite } = require('@repairline/projections/building/build-site');
  const site = await openScratchSite(log.databaseUrl, log.service);
  try {
    report(findings, view.name, await compareView({ ...log, view, site, signal }));
  } finally {
    await site.close();
  }
}

async function verifyFigures(product, findings, signal) {
  const figures = await openViews(product, 'analytics');
  try {
    for (const { text } of await viewFindings(figures)) tell(findings, text);
    await verifyViews(figures, findings, signal);
  } finally {
    await figures.close();
  }
}

function report(findings, view, { rows, position, differences }) {
  const { service } = findings;
  findings.compared += rows;
  for (const difference of differences) tell(findings, `${service} ${view}: ${differenceWords(difference)}`);
  if (differences.length === 0) console.log(`equal      ${service} ${view}: ${counted(rows)} rows at ${position}`);
}

async function verifyCopy(log, bus, findings) {
  const { service } = log;
  const { published, repeated, former, findings: found, upTo } = await compareLogCopy(log, bus);
  findings.compared += published;
  for (const one of found) tell(findings, `${service} on the bus: ${copyWords(one)}`);
  if (found.length > 0) {
    for (const line of await remedies(bus, service, found, upTo)) console.log(`           ${line}`);
    return;
  }
  const all =
    repeated > 0 ? ` in ${counted(published + repeated)} messages, the repeated recognizable by their position` : '';
  const older = former > 0 ? `; ${counted(former)} messages in the form of an earlier version` : '';
  console.log(`equal      ${service} on the bus: ${counted(published)} events${all}${older}`);
}

/** What is wrong before the end of the log has to be published again; the rest only has to go. */
async function remedies(bus, service, found, upTo) {
  const { limitsOfCopy } = require('@repairline/messaging/publishing/lost-events');
  const again = found.filter(({ kind }) => kind === 'missing' || kind === 'different');
  const from = Math.min(upTo, ...again.flatMap(({ examples }) => examples));
  const replay = `${replayWords(service, from)}.`;
  const limits = found.some(({ kind }) => kind === 'missing') ? await limitsOfCopy(bus) : [];
  if (limits.length === 0) return [replay];
  return [
    `The stream is limited (${limits.join(', ')}): new events, also replayed ones, push out its oldest.`,
    `Without limits, ${replay}`,
  ];
}

async function verifyAll(product, signal) {
  const logs = await Promise.all(LOG_SERVICES.map((service) => openLog(product, service)));
  const analytics = openDatabase(product, 'analytics');
  const all = new Map(SERVICES.map((service) => [service, newFindings(service)]));
  const pools = new Map([...logs.map(({ service, pool }) => [service, pool]), ['analytics', analytics.pool]]);
  try {
    for (const { service, text } of await positionFindings(logs, pools)) tell(all.get(service), text);
    for (const log of logs) {
      const findings = all.get(log.service);
      await verifyViews(log, findings, signal);
      await compare(findings, 'on the bus', signal, () =>
        withBus(product.natsEventsUrl, (bus) => verifyCopy(log, bus, findings)),
      );
    }
    const figures = all.get('analytics');
    await compare(figures, 'figures', signal, () => verifyFigures(product, figures, signal));
    for (const { service, text } of await technicianFindings(pools)) tell(all.get(service), text);
    for (const findings of all.values())
      await compare(findings, 'last_verification', signal, () => record(findings, pools.get(findings.service)));
    return [...all.values()].reduce((sum, { differences }) => sum + differences, 0);
  } finally {
    await analytics.pool.end();
    await Promise.all(logs.map((log) => log.close()));
  }
}

/** Records the result for metrics and the status page. */
async function record({ service, compared, differences }, pool) {
  const { recordVerification } = require('@repairline/projections/building/last-verification');
  await recordVerification(pool, service, { at: new Date().toISOString(), compared, differences });
}

await runCommand(USAGE, async (args, signal) => {
  if (readArguments(args).positionals.length > 0) throw new UsageError('verify takes no arguments.');
  const differences = await verifyAll(await resolveConnections(ROOT), signal);
  console.log(differences === 0 ? 'Everything is equal.' : `${counted(differences)} differences.`);
  return differences === 0 ? 0 : 1;
});
