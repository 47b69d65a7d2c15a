import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { EVENTS, publishedSubjects, RIGHTS, SERVICES } from './rights.mjs';
import { accounts, SUBSCRIBER_API } from './configuration.mjs';
import { durableOf } from './subscribers.mjs';
import { ownServer, refusedToPublish, refusedToSubscribe } from './testing/own-server.mjs';

const ANSWERING = SERVICES.filter((name) => RIGHTS[name].answers);
const PUBLISHING = SERVICES.filter((name) => RIGHTS[name].publishes);
/** Subjects of a context's events in any version. */
const saidBy = (name) => ['v1', 'v2'].map((version) => `repairline.${name}.device.${version}.said`);
const others = (name, all = SERVICES) => all.filter((other) => other !== name);

test('the bus and the contracts agree on the subjects of events', () => {
  const contracts = createRequire(import.meta.url)('@repairline/contracts/published/published-subjects');
  assert.equal(EVENTS, contracts.EVENTS_STREAM);
  assert.equal(publishedSubjects(), contracts.publishedSubjects());
  assert.equal(publishedSubjects('repairs'), contracts.publishedSubjects('repairs'));
});

test('the bus and the contracts agree on what subscribers are told', () => {
  const contracts = createRequire(import.meta.url)('@repairline/contracts/published/published-subjects');
  const { max_ack_pending: most, ack_wait: nanoseconds } = durableOf({ name: 'reports' });
  assert.deepEqual(
    [SUBSCRIBER_API, most, nanoseconds / 1e9],
    [contracts.SUBSCRIBER_API, contracts.MOST_UNACKNOWLEDGED, contracts.ACK_WAIT_SECONDS],
  );
});

test('nobody can connect without a user and its password', async (t) => {
  const server = await ownServer(t);
  const refused = { code: 'AUTHORIZATION_VIOLATION' };
  await assert.rejects(server.open({}), refused);
  await assert.rejects(server.open({ user: 'repairs', pass: 'guessed' }), refused);
  await assert.rejects(server.open({ user: 'repairs', pass: server.passwords.billing }), refused);
  await assert.rejects(server.open({ user: 'repairline', pass: server.passwords.gateway }), refused);
});

test('the calls user of a service calls, and answers its own calls, but has no part in events', async (t) => {
  const server = await ownServer(t);
  for (const name of SERVICES) {
    await t.test(name, async () => {
      const connection = await server.as(name);
      const everybodys = ['>', 'repairline.>', '_INBOX.>', '$JS.API.>', '$JS.EVENT.>', '$KV.repairline-answers.>'];
      const foreign = ANSWERING.filter((other) => other !== name).flatMap((other) => [
        `repairline.${other}.command.*`,
        `repairline.${other}.query.*`,
        `_INBOX.${other}.>`,
      ]);
      const heard = ['repairline.notices.*', 'repairline.identity.sign-ins-ended', `_INBOX.${name}-events.>`];
      const refused = [...everybodys, ...foreign, ...heard];
      assert.deepEqual(await refusedToSubscribe(connection, refused), refused);

      const stream = ['INFO', 'CREATE', 'UPDATE', 'DELETE', 'PURGE', 'MSG.GET', 'MSG.DELETE', 'SNAPSHOT'].flatMap(
        (call) => [`$JS.API.STREAM.${call}.${EVENTS}`, `$JS.API.STREAM.${call}.KV_repairline-answers`],
      );
      const consumer = ['INFO', 'MSG.NEXT', 'DURABLE.CREATE', 'DELETE'].map(
        (call) => `$JS.API.CONSUMER.${call}.${EVENTS}.${name}-identity`,
      );
      const jetStream = ['$JS.API.INFO', ...stream, ...consumer, `$JS.ACK.${EVENTS}.${name}-identity.1.1.1.1.0`];
      const said = [...PUBLISHING.flatMap(saidBy), ...SERVICES.map((other) => `repairline.notices.${other}`)];
      const inboxes = others(name).map((other) => `_INBOX.${other}.1`);
      const forbidden = [...jetStream, ...said, 'repairline.identity.sign-ins-ended', ...inboxes];
      assert.deepEqual(await refusedToPublish(connection, forbidden), forbidden);

      const [calls, inbox] = [[`repairline.${name}.command.*`, `repairline.${name}.query.*`], `_INBOX.${name}.>`];
      assert.deepEqual(await refusedToSubscribe(connection, [...calls, inbox]), RIGHTS[name].answers ? [] : calls);
    });
  }
});

test('the events user of a service consumes events and publishes its own, but neither calls nor is called', async (t) => {
  const server = await ownServer(t);
  for (const name of SERVICES) {
    await t.test(name, async () => {
      const connection = await server.asEvents(name);
      const { answers, publishes, follows = [], tells = [], hears = [], calls = [] } = RIGHTS[name];
      const everybodys = ['>', 'repairline.>', '_INBOX.>', '$JS.API.>', '$JS.EVENT.>', '$KV.repairline-answers.>'];
      const asked = [`repairline.${name}.command.*`, `repairline.${name}.query.*`, `_INBOX.${name}.>`];
      const foreign = others(name).map((other) => `_INBOX.${other}-events.>`);
      const refused = [...everybodys, ...asked, ...foreign];
      assert.deepEqual(await refusedToSubscribe(connection, refused), refused);

      const replay = follows.map((context) => `repairline.${context}.query.replay-events`);
      const called = [...calls.map((call) => `repairline.${call}`), ...replay, '_INBOX.gateway.1'];
      const harm = ['DELETE', 'PURGE', 'UPDATE', 'MSG.DELETE', 'SNAPSHOT'].map(
        (call) => `$JS.API.STREAM.${call}.${EVENTS}`,
      );
      // A publisher looks up where the copy of its own log ends.
      const looking = publishes ? [] : [`$JS.API.STREAM.MSG.GET.${EVENTS}`];
      const reading = [...looking, `$JS.API.CONSUMER.NAMES.${EVENTS}`, '$JS.API.STREAM.NAMES'];
      const lies = others(name, ANSWERING).map((other) => `repairline.notices.${other}`);
      const consumers = others(name, ANSWERING).flatMap((other) => [
        `$JS.API.CONSUMER.DURABLE.CREATE.${EVENTS}.${other}-identity`,
        `$JS.API.CONSUMER.DELETE.${EVENTS}.${other}-identity`,
        `$JS.API.CONSUMER.MSG.NEXT.${EVENTS}.${other}-identity`,
        `$JS.ACK.${EVENTS}.${other}-identity.1.1.1.1.0`,
      ]);
      const wider = follows.flatMap((context) => [
        `$JS.API.CONSUMER.CREATE.${EVENTS}.${name}-${context}`,
        `$JS.API.CONSUMER.CREATE.${EVENTS}.${name}-${context}.repairline.*.*.*.*`,
        `$JS.API.CONSUMER.CREATE.${EVENTS}.${name}-${context}.repairline.billing.*.*.*`,
        `$JS.API.CONSUMER.DURABLE.CREATE.${EVENTS}.${name}-${context}`,
      ]);
      const forbidden = [...called, ...harm, ...reading, ...lies, ...consumers, ...wider];
      forbidden.push(...others(name, PUBLISHING).flatMap(saidBy), ...(publishes ? [] : saidBy(name)));
      assert.deepEqual(await refusedToPublish(connection, forbidden), forbidden);

      const consumed = follows.map((context) => `$JS.API.CONSUMER.MSG.NEXT.${EVENTS}.${name}-${context}`);
      const notices = answers ? [`repairline.notices.${name}`] : [];
      const allowed = [...consumed, ...notices, ...tells, ...(publishes ? saidBy(name) : [])];
      assert.deepEqual(await refusedToPublish(connection, allowed), []);
      assert.deepEqual(await refusedToSubscribe(connection, [...hears, `_INBOX.${name}-events.>`]), []);
    });
  }
});

test('only users that answer calls may send replies, so that the server keeps nothing per event', () => {
  const users = accounts({ passwords: {}, subscribers: [] }).match(/user: \S+,.*/g);
  const answering = users
    .filter((user) => user.includes('allow_responses'))
    .map((user) => /user: ([^,]+)/.exec(user)[1]);
  assert.deepEqual(answering, ANSWERING);
});

test('services can call what they need of each other, and nothing else', async (t) => {
  const server = await ownServer(t);
  const commands = [
    'identity.command.change-role',
    'repairs.command.scrap-device',
    'billing.command.mark-billing-item',
  ];
  const between = ['identity.query.get-people', 'repairs.query.get-repair-logs', 'identity.query.replay-events'];
  const refusedTo = async (name, calls) => {
    const subjects = calls.map((call) => `repairline.${call}`);
    const refused = await refusedToPublish(await server.as(name), subjects);
    return calls.filter((call) => refused.includes(`repairline.${call}`));
  };
  assert.deepEqual(await refusedTo('gateway', [...commands, ...between]), between);
  for (const name of ANSWERING) assert.deepEqual(await refusedTo(name, commands), commands, name);
  assert.deepEqual(await refusedTo('identity', between), between);
  assert.deepEqual(await refusedTo('repairs', between), ['repairs.query.get-repair-logs']);
  assert.deepEqual(await refusedTo('billing', between), []);
  assert.deepEqual(await refusedTo('analytics', between), []);
});

test('a service can answer its caller, and nobody else', async (t) => {
  const server = await ownServer(t);
  const [identity, gateway] = [await server.as('identity'), await server.as('gateway')];
  identity.subscribe('repairline.identity.query.*', { callback: (_, message) => message.respond('here') });
  await identity.flush();
  const reply = await gateway.request('repairline.identity.query.authenticate', '', { timeout: 2_000 });
  assert.equal(reply.string(), 'here');
  assert.deepEqual(await refusedToPublish(identity, ['_INBOX.gateway.1']), ['_INBOX.gateway.1']);
});
