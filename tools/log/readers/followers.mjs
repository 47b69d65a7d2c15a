import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Whose dead letters a name means: a view's, the relay's, or with `from-` those of the consumer of a context. */
export function followerNamed(name) {
  const { consumerFollower } = require('@repairline/messaging/consuming/with-dead-letters');
  const { relayFollower } = require('@repairline/messaging/publishing/relay-cursor');
  const { viewFollower } = require('@repairline/projections/following/checkpoints');
  if (name === relayFollower.name) return relayFollower;
  const source = /^from-(.+)$/.exec(name)?.[1];
  return source ? consumerFollower(source) : viewFollower(name);
}
