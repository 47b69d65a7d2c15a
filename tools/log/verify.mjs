import { createRequire } from 'node:module';
import { compareFigures } from './figures.mjs';
import { findStores } from '../seed/running-product.mjs';
import { readArguments, ROOT, runCommand, UsageError } from './command.mjs';
import { positionFindings, technicianFindings } from './positions.mjs';
import { LOG_SERVICES, openBus, openDatabase, openLog, SERVICES } from './service-log.mjs';
import { copyWords, differenceWords } from './words.mjs';

const require = createRequire(import.meta.url);
const USAGE = `Compares what is derived with the logs: every view row by row with one built from the first event, every copy on the bus,
every position. People work on meanwhile. Ends with 0 when all are equal, with 1 when something differs.

  npm run verify`;

/** Of one service: what was compared, and a line for each difference. */
const newFindings = (service) => ({ service, compared: 0, lines: [] });

async function verifyViews(log, findings, signal) {
  const { compareView } = require('@repairline/projections/compare-view');
  const { openScratchSite } = require('@repairline/projections/build-site');
  for (const view of log.views) {
    const site = await openScratchSite(log.databaseUrl, log.service);
    try {
      report(findings, view.name, await compareView({ ...log, view, site, signal }));
    } finally {
      await site.close();
    }
  }
}

function report(findings, view, { rows, position, differences }) {
  const { service } = findings;
  findings.compared += rows;
  for (const difference of differences) findings.lines.push(`${service} ${view}: ${differenceWords(difference)}`);
  if (differences.length === 0)
    console.log(`equal      ${service} ${view}: ${rows.toLocaleString('en')} rows at ${position}`);
}

async function verifyCopy(log, bus, findings) {
  const { compareCopy } = require('@repairline/messaging/compare-copy');
  const { readLeftOut } = require('@repairline/messaging/relay-dead-letters');
  const personal = new Map(log.events.map(({ type, personal: fields }) => [type, fields]));
  const { rows } = await log.pool.query('select position from relay_cursors where name = $1', [log.service]);
  const {
    published,
    repeated,
    former,
    findings: found,
  } = await compareCopy({
    ...{ store: log.store, bus, context: log.service, publish: log.publish, upTo: rows[0]?.position ?? 0 },
    leftOut: await readLeftOut(log.pool),
    mayBeErased: ({ event }) => {
      const fields = personal.get(event.type) ?? [];
      return fields.length > 0 && fields.every((field) => event.data[field] === null);
    },
  });
  findings.compared += published;
  for (const one of found) findings.lines.push(`${log.service} on the bus: ${copyWords(one)}`);
  const twice = repeated > 0 ? `, ${repeated} stand there again, which their position tells` : '';
  const older = former > 0 ? `, ${former} in the form of an earlier version` : '';
  if (found.length === 0)
    console.log(`equal      ${log.service} on the bus: ${published.toLocaleString('en')} events${twice}${older}`);
}

async function verifyAll(product, signal) {
  const logs = await Promise.all(LOG_SERVICES.map((service) => openLog(product, service)));
  const analytics = openDatabase(product, 'analytics');
  const bus = await openBus(product);
  const all = new Map(SERVICES.map((service) => [service, newFindings(service)]));
  const pools = new Map([...logs.map(({ service, pool }) => [service, pool]), ['analytics', analytics.pool]]);
  try {
    for (const line of await positionFindings(logs, pools)) all.get(line.service).lines.push(line.text);
    for (const log of logs) {
      await verifyViews(log, all.get(log.service), signal);
      await verifyCopy(log, bus, all.get(log.service));
    }
    for (const compared of await compareFigures(product, signal)) report(all.get('analytics'), compared.view, compared);
    for (const line of await technicianFindings(pools)) all.get(line.service).lines.push(line.text);
    await record(all, pools);
    return [...all.values()];
  } finally {
    await bus.close();
    await analytics.pool.end();
    await Promise.all(logs.map((log) => log.close()));
  }
}

/** For metrics and the status page. */
async function record(all, pools) {
  const { recordVerification } = require('@repairline/projections/last-verification');
  for (const [service, { compared, lines }] of all) {
    const verification = { at: new Date().toISOString(), compared, differences: lines.length };
    await recordVerification(pools.get(service), service, verification);
  }
}

await runCommand(USAGE, async (args, signal) => {
  if (readArguments(args).positionals.length > 0) throw new UsageError('verify takes no arguments.');
  const lines = (await verifyAll(await findStores(ROOT), signal)).flatMap((findings) => findings.lines);
  for (const line of lines) console.log(`DIFFERENT  ${line}`);
  console.log(lines.length === 0 ? 'Everything is equal.' : `${lines.length} differences.`);
  return lines.length === 0 ? 0 : 1;
});
