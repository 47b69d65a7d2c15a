/**
 * What a backup holds. Views, sign-ins, throttles and publishing cursors are left out: a restored product rebuilds them
 * from the logs or starts without them. `place` is the expression rows are ordered by, `type` its type.
 */
export const LOGS = [
  { service: 'billing', reactsTo: ['repairs'] },
  { service: 'repairs', reactsTo: [] },
  { service: 'identity', reactsTo: [] },
].map((log) => ({ ...log, name: 'events', place: 'position', type: 'bigint' }));

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
