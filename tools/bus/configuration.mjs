import { callsPermissionsOf, EVENTS, eventsPermissionsOf, eventsUser, SERVICES } from './rights.mjs';

/** The account of the product's events, with JetStream. Only its own users can enter it. */
export const ACCOUNT = 'REPAIRLINE';
/**
 * The account of calls between the product's processes. It has no JetStream and nothing leads into it: JetStream delivers
 * to any subject of its account that a consumer, a pull or a stream names, whatever the user who asks may publish.
 */
export const CALLS_ACCOUNT = 'REPAIRLINE_CALLS';
/** The users with all rights in these accounts, for the tools that people run beside the product. */
export const OPERATOR = 'repairline';
export const CALLS_OPERATOR = 'repairline-calls';
/** The API prefix under which a subscriber reaches its own consumer; its account has no JetStream of its own. */
export const SUBSCRIBER_API = 'repairline.API';

/** An empty account. If its newest password is accepted, the server has read the configuration. */
export const PROBE = 'probe';

/**
 * The configuration of a nats-server. `passwords` holds the services' passwords by name, each shared by its two
 * users, and the operators' as `operator`. A subscriber is `{ name, publicKey }`; an account without a key admits nobody yet.
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
  return [
    'accounts {',
    ...productAccounts(passwords),
    ...subscribers.map(subscriberAccount),
    ...lookIn,
    ...more,
    '}',
  ].join('\n');
}

function productAccounts(passwords) {
  const operator = (name) => `      { user: ${name}, password: ${text(passwords.operator)} }`;
  const users = (nameOf, permissionsOf) =>
    SERVICES.map(
      (name) =>
        `      { user: ${nameOf(name)}, password: ${text(passwords[name])}, permissions: ${block(permissionsOf(name))} }`,
    );
  return [
    `  ${ACCOUNT} {`,
    '    jetstream: enabled',
    '    users: [',
    operator(OPERATOR),
    ...users(eventsUser, eventsPermissionsOf),
    '    ]',
    '    exports: [',
    `      { service: "$JS.API.CONSUMER.MSG.NEXT.${EVENTS}.*", response_type: stream }`,
    `      { service: "$JS.API.CONSUMER.INFO.${EVENTS}.*" }`,
    `      { service: "$JS.ACK.${EVENTS}.*.>" }`,
    '    ]',
    '  }',
    `  ${CALLS_ACCOUNT} {`,
    '    users: [',
    operator(CALLS_OPERATOR),
    ...users(String, callsPermissionsOf),
    '    ]',
    '  }',
  ];
}

/**
 * A separate account, which can reach only three subjects of the product. Permissions of a user in the product's
 * account could not enforce that: the server delivers events to any reply subject a pull names, such as a notice's.
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
