/** The subjects of a context's events, or of all, in every version; the contracts define the same. */
export const publishedSubjects = (context = '*') => `repairline.${context}.*.*.*`;

/**
 * Who may publish and subscribe to what on the bus. `answers`: serves its own commands and queries, and announces
 * changes in its views. `publishes`: the events of its log. `calls`: commands and queries of other services. `follows`:
 * contexts whose published events it consumes. `tells`, `hears`: further subjects. `buckets`: its storage on the bus.
 */
export const RIGHTS = {
  identity: { answers: true, publishes: true, tells: ['repairline.identity.sign-ins-ended'] },
  repairs: {
    answers: true,
    publishes: true,
    follows: ['identity'],
    calls: ['identity.query.get-people', 'identity.query.list-technicians'],
  },
  billing: {
    answers: true,
    publishes: true,
    follows: ['repairs', 'identity'],
    calls: ['repairs.query.get-repair-logs', 'identity.query.get-people'],
  },
  analytics: {
    answers: true,
    follows: ['identity'],
    calls: ['repairs.query.replay-events', 'repairs.query.get-repair-logs', 'identity.query.get-people'],
    hears: [publishedSubjects('repairs')],
  },
  gateway: {
    calls: ['identity', 'repairs', 'billing', 'analytics'].flatMap((name) => [`${name}.command.*`, `${name}.query.*`]),
    // Between services only: they return whole logs, and names and texts without a signed-in person.
    neverCalls: ['*.query.replay-events', '*.query.get-people', '*.query.get-repair-logs'],
    hears: ['repairline.notices.*', 'repairline.identity.sign-ins-ended'],
    buckets: ['repairline-answers'],
  },
};

export const SERVICES = Object.keys(RIGHTS);
/** The service's second user, for everything but calls: events, notices and storage. */
export const eventsUser = (service) => `${service}-events`;
export const EVENTS = 'EVENTS';

/** A row of the table as permissions of the user that calls and answers. */
export function callsPermissionsOf(name) {
  const { answers, follows = [], calls = [], neverCalls = [] } = RIGHTS[name];
  const called = [...calls, ...follows.map((context) => `${context}.query.replay-events`)];
  return {
    publish: {
      allow: called.map((call) => `repairline.${call}`),
      deny: neverCalls.map((call) => `repairline.${call}`),
    },
    subscribe: { allow: [...(answers ? ownCalls(name) : []), `_INBOX.${name}.>`] },
    // Replies go where the request says; a long reply is sent in parts.
    ...(answers && { allow_responses: { max: 1000, expires: '1m' } }),
  };
}

/**
 * A row of the table as permissions of the events user. It may not answer: for a user that may, the server remembers the
 * reply subject of each delivered message, and NATS 2.9 scans those of the last minute at every event.
 */
export function eventsPermissionsOf(name) {
  const { answers, publishes, follows = [], tells = [], hears = [], buckets = [] } = RIGHTS[name];
  const stream = publishes || follows.length > 0 ? ['$JS.API.INFO', ...streamApi(EVENTS)] : [];
  return {
    publish: {
      allow: [
        ...(publishes ? [publishedSubjects(name)] : []),
        ...(answers ? [`repairline.notices.${name}`] : []),
        ...tells,
        ...stream,
        ...(publishes ? [`$JS.API.STREAM.MSG.GET.${EVENTS}`] : []),
        ...follows.flatMap((context) => durableApi(`${name}-${context}`, context)),
        ...buckets.flatMap(bucketApi),
      ],
    },
    subscribe: { allow: [...hears, `_INBOX.${eventsUser(name)}.>`] },
  };
}

const ownCalls = (name) => [`repairline.${name}.command.*`, `repairline.${name}.query.*`];

const streamApi = (stream) => [`$JS.API.STREAM.INFO.${stream}`, `$JS.API.STREAM.CREATE.${stream}`];

/** The consumer's filter is part of the subject, and the server refuses another in the request. */
function durableApi(durable, context) {
  return [
    `$JS.API.CONSUMER.CREATE.${EVENTS}.${durable}.${publishedSubjects(context)}`,
    `$JS.API.CONSUMER.INFO.${EVENTS}.${durable}`,
    `$JS.API.CONSUMER.DELETE.${EVENTS}.${durable}`,
    `$JS.API.CONSUMER.MSG.NEXT.${EVENTS}.${durable}`,
    `$JS.ACK.${EVENTS}.${durable}.>`,
  ];
}

/** Includes the short-lived consumer that watches a key. */
function bucketApi(bucket) {
  const stream = `KV_${bucket}`;
  return [
    ...streamApi(stream),
    '$JS.API.INFO',
    `$JS.API.STREAM.MSG.GET.${stream}`,
    `$JS.API.DIRECT.GET.${stream}.>`,
    `$JS.API.CONSUMER.CREATE.${stream}`,
    `$JS.API.CONSUMER.CREATE.${stream}.>`,
    `$JS.API.CONSUMER.INFO.${stream}.*`,
    `$JS.API.CONSUMER.DELETE.${stream}.*`,
    `$JS.FC.${stream}.>`,
    `$KV.${bucket}.>`,
  ];
}
