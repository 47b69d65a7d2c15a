import { SERVICES_WITH_LOG } from '../start/services.mjs';

/**
 * What a backup holds. Views, sign-ins, throttles and publishing cursors are left out: a restored product rebuilds them
 * from the logs or starts without them. Who reacts to a log comes before it, so the last started first. `place` is the expression rows are ordered by, `type` its type.
 */
export const LOGS = SERVICES_WITH_LOG.toReversed().map((service) => ({
  ...{ service, reactsTo: service === 'billing' ? ['repairs'] : [] },
  ...{ name: 'events', place: 'position', type: 'bigint' },
}));

/** Besides the logs: events that people have skipped, and the dead letters of reactions. */
export const DECISIONS = [...LOGS, { service: 'analytics', reactsTo: [] }].map(({ service, reactsTo }) => ({
  ...{ service, name: 'dead_letters', place: "follower || '/' || position", type: 'text' },
  where: ["state = 'skipped'", ...reactsTo.map((source) => `follower = 'from-${source}'`)].join(' OR '),
}));

/** For the file of keys, which is kept apart. Without these rows nobody could read a name or sign in. */
export const KEYS_TABLES = [
  ...LOGS.map(({ service }) => ({ service, name: 'personal_data_keys', place: 'key_id', type: 'uuid' })),
  { service: 'identity', name: 'credentials', place: 'user_id', type: 'text' },
  { service: 'identity', name: 'api_tokens', place: 'token_id', type: 'text' },
];

/** Every table that a restore fills: all must be empty before. */
export const RESTORED_TABLES = [...LOGS, ...DECISIONS, ...KEYS_TABLES];

/** Left out on purpose, like all views: rebuilt from the logs, or not meant to outlive the installation. */
export const OMITTED_TABLES = [
  ...['projector', 'view_checkpoints', 'relay_cursors', 'consumed_positions', 'technicians'],
  ...['sign_ins', 'throttles', 'counted_attempts', 'last_verification', 'commit_index', 'log_mark'],
];
