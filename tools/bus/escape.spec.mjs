import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../start/testing/running-copy.mjs';
import { EVENTS, publishedSubjects } from './rights.mjs';
import { ownServer } from './testing/own-server.mjs';

const CALL = 'repairline.identity.command.change-role';
const OWN = 'repairline.billing.evil.v1.evil';
const STREAM = { name: EVENTS, subjects: [publishedSubjects()] };
const FOLLOWED = 'repairline.repairs.evil.v1.evil';
const CREATE = `CONSUMER.CREATE.EVENTS.billing-repairs.${publishedSubjects('repairs')}`;
const CONSUMER = {
  ...{ durable_name: 'billing-repairs', name: 'billing-repairs', ack_policy: 'explicit', deliver_policy: 'all' },
  filter_subject: publishedSubjects('repairs'),
};

/** Each makes the server itself publish an event to a subject that the service may not publish to. */
const WAYS = {
  async 'by the reply subject of a pull'(ask, send) {
    await ask('STREAM.CREATE.EVENTS', STREAM);
    await ask(CREATE, { stream_name: EVENTS, config: CONSUMER });
    send('$JS.API.CONSUMER.MSG.NEXT.EVENTS.billing-repairs', '1', { reply: CALL });
  },
  async 'by a consumer that pushes'(ask) {
    await ask('STREAM.CREATE.EVENTS', STREAM);
    await ask(CREATE, { stream_name: EVENTS, config: { ...CONSUMER, deliver_subject: CALL } });
  },
  async 'by a stream that republishes'(ask, send) {
    await ask('STREAM.CREATE.EVENTS', { ...STREAM, republish: { src: OWN, dest: CALL } });
    send(OWN, '{}');
  },
};

for (const [way, escape] of Object.entries(WAYS)) {
  test(`no service has its events delivered to another's calls ${way}`, async (t) => {
    const server = await ownServer(t);
    const [identity, operator] = [await server.as('identity'), await server.as('operator')];
    const heard = { identity: 0, operator: 0 };
    identity.subscribe(CALL, { callback: () => (heard.identity += 1) });
    operator.subscribe(CALL, { callback: () => (heard.operator += 1) });
    await Promise.all([identity.flush(), operator.flush()]);

    const events = await server.asEvents('billing');
    const ask = async (call, body) => {
      const { error } = (await events.request(`$JS.API.${call}`, JSON.stringify(body))).json();
      assert.equal(error, undefined);
    };
    await escape(ask, (...message) => events.publish(...message));
    (await server.asEvents('repairs')).publish(FOLLOWED, '{}');
    await eventually(() => heard.operator > 0);
    await identity.flush();
    assert.equal(heard.identity, 0);
  });
}

test("an event delivered to the subject of another context's events, or of a harmful call, has no effect there", async (t) => {
  const server = await ownServer(t);
  const [events, operator] = [await server.asEvents('billing'), await server.as('operator')];
  const followed = await server.asEvents('repairs');
  const { consumers, streams } = await operator.jetstreamManager();
  await streams.add(STREAM);
  await consumers.add(EVENTS, CONSUMER);
  for (const reply of ['repairline.identity.user.v1.user-approved', `$JS.API.STREAM.PURGE.${EVENTS}`]) {
    events.publish(`$JS.API.CONSUMER.MSG.NEXT.${EVENTS}.billing-repairs`, '1', { reply });
    await events.flush();
    followed.publish(FOLLOWED, '{}');
  }
  await eventually(async () => (await consumers.info(EVENTS, 'billing-repairs')).delivered.consumer_seq === 2);
  const { subjects } = (await streams.info(EVENTS, { subjects_filter: '>' })).state;
  assert.deepEqual(Object.keys(subjects), [FOLLOWED]);
  assert.ok(subjects[FOLLOWED] >= 2);
});

test('nobody reaches JetStream from the account of the calls, not even its operator', async (t) => {
  const server = await ownServer(t);
  const [calls, operator] = [await server.asCallsOperator(), await server.as('operator')];
  const { streams } = await operator.jetstreamManager();
  await streams.add(STREAM);
  const refusal = (await calls.request('$JS.API.INFO')).json().error;
  assert.equal(refusal.description, 'JetStream not enabled for account');
  calls.publish(OWN, '{}');
  await calls.flush();
  await operator.flush();
  assert.equal((await streams.info(EVENTS)).state.messages, 0);
});
