import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The dead letters of views and of the relay, by the name of the view. */
async function ofViews(pool) {
  const { listDeadLetters } = require('@repairline/projections/following/dead-letters');
  return (await listDeadLetters(pool)).map((letter) => ({ ...letter, name: letter.view }));
}

/** Those of consumers, by the context whose events they consume. */
async function ofConsumers(pool) {
  const { listConsumedDeadLetters } = require('@repairline/messaging/consuming/consumed-dead-letters');
  return (await listConsumedDeadLetters(pool)).map((letter) => ({ ...letter, name: `from-${letter.source}` }));
}

/** Each lists a part of a service's dead letters, by the names that commands take. */
export const NAMED_LISTS = [ofViews, ofConsumers];

/** The context that the name of a consumer's dead letters means; undefined for a view's. */
export const sourceOf = (name) => /^from-(.+)$/.exec(name)?.[1];
