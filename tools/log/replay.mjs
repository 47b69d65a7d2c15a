import { createRequire } from 'node:module';
import { openBus } from '../bus/operator.mjs';
import { createProgress } from '../shared/progress.mjs';
import { resolveConnections } from '../shared/running-product.mjs';
import { readArguments, ROOT, runCommand, UsageError } from '../shared/run-command.mjs';
import { LOG_SERVICES, openLog } from '../shared/service-log.mjs';
import { alone } from './readers/alone.mjs';
import { messagesToRemove, removeWrongCopies } from './readers/copies.mjs';
import { counted } from './words.mjs';

const require = createRequire(import.meta.url);
const USAGE = `Publishes a log's events to the bus again, unchanged. Subscribers drop those they have, which they know by position.
Then removes from the bus what the log does not say, and copies from that position on that differ from the log.

  npm run replay -- ${LOG_SERVICES.join('|')} --from <position>`;

function readWanted(args) {
  const { values, positionals } = readArguments(args, { from: { type: 'string' } });
  const [context, ...more] = positionals;
  if (!context) throw new UsageError('Which log?');
  if (!LOG_SERVICES.includes(context)) throw new UsageError(`There is no log of ${context}.`);
  if (more.length > 0) throw new UsageError('One log at a time.');
  if (!/^\d{1,15}$/.test(values.from ?? '')) throw new UsageError('From which position? --from takes a number.');
  return { context, from: Math.max(1, Number(values.from)) };
}

async function replay({ product, log, bus, from, signal }) {
  const { republish } = require('@repairline/messaging/publishing/republish');
  const { relayRole } = require('@repairline/messaging/publishing/relay');
  const { readRelayCursor } = require('@repairline/messaging/publishing/relay-cursor');
  const { skippedByRelay } = require('@repairline/messaging/publishing/relay-cursor');
  const { recallLeader } = require('@repairline/postgres/leadership');
  const context = log.service;
  const upTo = await log.store.head();
  if (from > Math.max(1, upTo)) throw new Error(`The log of ${context} ends at ${upTo}.`);
  const wrong = await messagesToRemove(log, bus, from);
  const progress = createProgress(upTo - from + 1, `${context}: events`);
  const published = await republish({
    ...{ store: log.store, bus, context, publish: log.publish, from, upTo, signal },
    passed: (await readRelayCursor(log.pool, context)).position,
    skipped: await skippedByRelay(log.pool),
    onProgress: (position) => progress(position - from + 1),
  });
  // Only now, so that no event is missing meanwhile, and what is removed is not the last message.
  await removeWrongCopies(product, bus, wrong);
  // Its next lease looks up in the log how far it has published.
  await recallLeader(log.pool, relayRole(context));
  console.log(
    `${counted(published)} events of ${context} have been published again, from position ${from} to ${upTo}.`,
  );
  if (wrong.length > 0)
    console.log(`${counted(wrong.length)} messages have been removed that were not as the log has them.`);
}

await runCommand(USAGE, async (args, signal) => {
  const { context, from } = readWanted(args);
  const product = await resolveConnections(ROOT);
  const log = await openLog(product, context);
  const bus = await openBus(product.natsEventsUrl);
  // Both would remove the same messages, and the second would fail because they are gone.
  const busy = `The events of ${context} are being replayed already. Wait until that is done.`;
  try {
    await alone(log.pool, { service: context, part: 'replay', busy }, () =>
      replay({ product, log, bus, from, signal }),
    );
  } finally {
    await bus.close();
    await log.close();
  }
});
