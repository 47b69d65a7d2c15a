import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { EVENTS, FOLLOWING, publishedSubjects, RIGHTS, SERVICES } from './rights.mjs';
import { accounts } from './configuration.mjs';
import { ownServer, refusedToPublish, refusedToSubscribe } from './testing/own-server.mjs';

const ANSWERING = SERVICES.filter((name) => RIGHTS[name].answers);
const PUBLISHING = SERVICES.filter((name) => RIGHTS[name].publishes);
/** Subjects of a context's events in any version. */
const saidBy = (name) => ['v1', 'v2'].map((version) => `repairline.${name}.device.${version}.said`);
const others = (name, all = SERVICES) => all.filter((other) => other !== name);

test('the bus and the contracts agree on the subjects of events', () => {
  const contracts = createRequire(import.meta.url)('@repairline/contracts/published-subjects');
  assert.equal(EVENTS, contracts.EVENTS_STREAM);
  assert.equal(publishedSubjects(), contracts.publishedSubjects());
  assert.equal(publishedSubjects('repairs'), contracts.publishedSubjects('repairs'));
});

test('nobody can connect without a user and its password', async (t) => {
  const server = await ownServer(t);
  const refused = { code: 'AUTHORIZATION_VIOLATION' };
  await assert.rejects(server.open({}), refused);
  await assert.rejects(server.open({ user: 'repairs', pass: 'guessed' }), refused);
  await assert.rejects(server.open({ user: 'repairs', pass: server.passwords.billing }), refused);
  await assert.rejects(server.open({ user: 'repairline', pass: server.passwords.gateway }), refused);
});

test('each service can use its own subjects only', async (t) => {
  const server = await ownServer(t);
  for (const name of SERVICES) {
    await t.test(name, async () => {
      const connection = await server.as(name);
      const everybodys = ['>', 'repairline.>', '_INBOX.>', '$JS.API.>', '$JS.EVENT.>', `$KV.repairline-answers.>`];
      const foreign = ANSWERING.filter((other) => other !== name).flatMap((other) => [
        `repairline.${other}.command.*`,
        `repairline.${other}.query.*`,
        `_INBOX.${other}.>`,
      ]);
      assert.deepEqual(await refusedToSubscribe(connection, [...everybodys, ...foreign]), [...everybodys, ...foreign]);

      const harm = ['DELETE', 'PURGE', 'UPDATE', 'MSG.DELETE', 'SNAPSHOT'].map(
        (call) => `$JS.API.STREAM.${call}.${EVENTS}`,
      );
      // A publisher looks up where the copy of its own log ends.
      const looking = RIGHTS[name].publishes ? [] : [`$JS.API.STREAM.MSG.GET.${EVENTS}`];
      const reading = [...looking, `$JS.API.CONSUMER.NAMES.${EVENTS}`, '$JS.API.STREAM.NAMES'];
      const names = ANSWERING.filter((other) => other !== name);
      const lies = names.flatMap((other) => [`repairline.notices.${other}`]);
      const events = others(name, PUBLISHING).flatMap((other) => saidBy(other));
      const consumers = names.flatMap((other) => [
        `$JS.API.CONSUMER.DELETE.${EVENTS}.${other}-repairs`,
        `$JS.API.CONSUMER.MSG.NEXT.${EVENTS}.${other}-repairs`,
        `$JS.ACK.${EVENTS}.${other}-repairs.1.1.1.1.0`,
      ]);
      const inboxes = others(name).map((other) => `_INBOX.${other}.1`);
      const forbidden = [...harm, ...reading, ...lies, ...events, ...consumers, ...inboxes];
      assert.deepEqual(await refusedToPublish(connection, forbidden), forbidden);

      const { answers, publishes } = RIGHTS[name];
      const [calls, inbox] = [[`repairline.${name}.command.*`, `repairline.${name}.query.*`], `_INBOX.${name}.>`];
      assert.deepEqual(await refusedToSubscribe(connection, [...calls, inbox]), answers ? [] : calls);
      const notice = `repairline.notices.${name}`;
      const silent = [...(publishes ? [] : saidBy(name)), ...(answers ? [] : [notice])];
      assert.deepEqual(await refusedToPublish(connection, [...saidBy(name), notice]), silent);
    });
  }
});

test('the events user of a service consumes events and publishes its own, but neither calls nor is called', async (t) => {
  const server = await ownServer(t);
  for (const name of FOLLOWING) {
    await t.test(name, async () => {
      const connection = await server.asEvents(name);
      const { publishes, follows, calls } = RIGHTS[name];
      const asked = [`repairline.${name}.command.*`, `repairline.${name}.query.*`, `_INBOX.${name}.>`, '_INBOX.>', '>'];
      assert.deepEqual(await refusedToSubscribe(connection, asked), asked);
      const replay = follows.map((context) => `repairline.${context}.query.replay-events`);
      const called = [...calls.map((call) => `repairline.${call}`), ...replay, '_INBOX.gateway.1'];
      assert.deepEqual(await refusedToPublish(connection, called), called);
      const foreign = others(name, PUBLISHING).flatMap((other) => saidBy(other));
      const harm = ['DELETE', 'PURGE', 'UPDATE', 'MSG.DELETE'].map((call) => `$JS.API.STREAM.${call}.${EVENTS}`);
      const theirs = others(name, FOLLOWING).map((other) => `$JS.API.CONSUMER.MSG.NEXT.${EVENTS}.${other}-identity`);
      const forbidden = [...foreign, ...harm, ...theirs];
      assert.deepEqual(await refusedToPublish(connection, forbidden), forbidden);
      const own = [`$JS.API.CONSUMER.MSG.NEXT.${EVENTS}.${name}-identity`, `repairline.notices.${name}`];
      const allowed = [...own, ...(publishes ? saidBy(name) : [])];
      assert.deepEqual(await refusedToPublish(connection, allowed), []);
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
