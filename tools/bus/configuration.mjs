import { EVENTS, eventsPermissionsOf, eventsUser, FOLLOWING, permissionsOf, SERVICES } from './rights.mjs';

/** The account in which the product itself lives. Nobody gets in without a user of it. */
export const ACCOUNT = 'REPAIRLINE';
/** May do everything in that account: the tools that people run beside the product. */
export const OPERATOR = 'repairline';
/** Where a subscriber finds the calls of its own consumer; its account has no JetStream of its own. */
export const SUBSCRIBER_API = 'repairline.API';

/** An empty account. Whoever gets in by its newest password knows that the server has read the configuration. */
export const PROBE = 'probe';

/**
 * The configuration of a nats-server. `passwords` has those of the services by name, the same for a service's second user, and the operator's as `operator`;
 * a subscriber is `{ name, publicKey }`, and one without a key is an account that nobody can enter yet.
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

/** For a nats-server that is run elsewhere: the part that says who may do what. `included`: a file with more accounts. */
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
 * An account of its own, from which nothing of the product is within reach but three subjects. A user of the product's
 * account could not be held so: the server delivers events to whatever reply a pull names, a service's calls included.
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

/** JSON is read by nats-server but for bare `$`, which stands in quotes here. */
const text = (value) => JSON.stringify(value);
const block = (value) => JSON.stringify(value);
