import { EVENTS, eventsPermissionsOf, eventsUser, FOLLOWING, permissionsOf, SERVICES } from './rights.mjs';

/** The account of the product itself. Only its own users can enter it. */
export const ACCOUNT = 'REPAIRLINE';
/** The user with all rights in that account, for the tools that people run beside the product. */
export const OPERATOR = 'repairline';
/** The API prefix under which a subscriber reaches its own consumer; its account has no JetStream of its own. */
export const SUBSCRIBER_API = 'repairline.API';

/** An empty account. If its newest password is accepted, the server has read the configuration. */
export const PROBE = 'probe';

/**
 * The configuration of a nats-server. `passwords` holds the services' passwords by name, shared by their second users,
 * and the operator's as `operator`. A subscriber is `{ name, publicKey }`; an account without a key admits nobody yet.
 */
export function busConfiguration({ listen, store, passwords, subscribers, probe, extra = [] }) {
  return [
    `listen: ${text(listen)}`,
    'server_name: repairline',
    `jetstream { store_dir: ${text(store)}, max_memory_store: 64MB }`,
    ...extra,
    accounts({ passwords, subscribers, probe }),
    '',
  ].join('\n');
}

/** For a nats-server run elsewhere: the part that says who may do what. `included` is a file with more accounts. */
export function accounts({ passwords, subscribers, probe, included }) {
  const more = included ? [`  include ${included}`] : [];
  const lookIn = probe ? [`  ${PROBE} { users: [ { user: ${PROBE}, password: ${text(probe)} } ] }`] : [];
  return ['accounts {', productAccount(passwords), ...subscribers.map(subscriberAccount), ...lookIn, ...more, '}'].join(
    '\n',
  );
}

function productAccount(passwords) {
  const user = (name, password, permissions) =>
    `      { user: ${name}, password: ${text(password)}, permissions: ${block(permissions)} }`;
  const users = [
    ...SERVICES.map((name) => user(name, passwords[name], permissionsOf(name))),
    ...FOLLOWING.map((name) => user(eventsUser(name), passwords[name], eventsPermissionsOf(name))),
  ];
  return [
    `  ${ACCOUNT} {`,
    '    jetstream: enabled',
    '    users: [',
    `      { user: ${OPERATOR}, password: ${text(passwords.operator)} }`,
    ...users,
    '    ]',
    '    exports: [',
    `      { service: "$JS.API.CONSUMER.MSG.NEXT.${EVENTS}.*", response_type: stream }`,
    `      { service: "$JS.API.CONSUMER.INFO.${EVENTS}.*" }`,
    `      { service: "$JS.ACK.${EVENTS}.*.>" }`,
    '    ]',
    '  }',
  ].join('\n');
}

/**
 * A separate account, which can reach only three subjects of the product. Permissions of a user in the product's
 * account could not enforce that: the server delivers events to any reply subject a pull names, even a service's calls.
 */
export function subscriberAccount({ name, publicKey }) {
  const own = (subject) => `{ account: ${ACCOUNT}, subject: ${text(subject)} }`;
  const api = (call) =>
    `      { service: ${own(`$JS.API.CONSUMER.${call}.${EVENTS}.${name}`)}, to: ${text(`${SUBSCRIBER_API}.CONSUMER.${call}.${EVENTS}.${name}`)} }`;
  return [
    `  ${text(`subscriber-${name}`)} {`,
    ...(publicKey ? [`    users: [ { nkey: ${publicKey} } ]`] : []),
    '    imports: [',
    api('MSG.NEXT'),
    api('INFO'),
    `      { service: ${own(`$JS.ACK.${EVENTS}.${name}.>`)} }`,
    '    ]',
    '  }',
  ].join('\n');
}

/** nats-server reads JSON except for a bare `$`, which is quoted here. */
const text = (value) => JSON.stringify(value);
const block = (value) => JSON.stringify(value);
