import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ACCOUNT, SUBSCRIBER_API } from './configuration.mjs';
import { storeFolder, writeBusConfiguration } from './embedded.mjs';
import { openBus } from './operator.mjs';
import { EVENTS, publishedSubjects } from './rights.mjs';
import {
  addSubscriber,
  listSubscribers,
  removeSubscriber,
  restoreSubscribers,
  rewindSubscriber,
} from './subscribers.mjs';
import { eventually } from '../start/testing/running-copy.mjs';
import { nats, ownServer } from './testing/own-server.mjs';
import { answeredBeyond, take } from './testing/subscriber.mjs';

const SUBJECT = 'repairline.repairs.device.v1.device-scrapped';

/** The product's bus with some events on it. */
async function busWithEvents(t, count = 5) {
  const server = await ownServer(t);
  const operator = await server.as('operator');
  const manager = await operator.jetstreamManager();
  await manager.streams.add({ name: EVENTS, subjects: [publishedSubjects()] });
  const publish = (subject, position) => operator.jetstream().publish(subject, JSON.stringify({ position }));
  for (let position = 1; position <= count; position += 1) await publish(SUBJECT, position);
  const bus = { dataDir: server.dataDir, url: server.url, passwords: server.passwords, pid: server.pid };
  const enter = ({ servers, nkey }) =>
    server.open({ servers, authenticator: nats.nkeyAuthenticator(new TextEncoder().encode(nkey)) });
  return { ...server, bus, operator, manager, publish, enter };
}

test('a subscriber is added while the bus runs, reads events from the first one and resumes where it was', async (t) => {
  const { bus, operator, publish, enter } = await busWithEvents(t);
  let breaks = 0;
  void (async () => {
    for await (const { type } of operator.status()) if (type === 'disconnect') breaks += 1;
  })();
  const credentials = await addSubscriber(bus, { name: 'reports' });
  await operator.flush();
  assert.equal(breaks, 0);
  const first = await enter(credentials);
  assert.deepEqual(await take(first, 'reports', 3), [1, 2, 3]);
  await first.close();
  await publish(SUBJECT, 6);
  const second = await enter(credentials);
  assert.deepEqual(await take(second, 'reports', 3), [4, 5, 6]);
  const [{ state, ...listed }] = await listSubscribers(bus);
  assert.deepEqual([listed.name, state.num_pending, state.num_ack_pending], ['reports', 0, 0]);
  assert.ok(!JSON.stringify(listed).includes(credentials.nkey));
});

test('the first program of the documents prints the events that wait, and acknowledges them', async (t) => {
  const { bus, dataDir } = await busWithEvents(t, 3);
  writeFileSync(join(dataDir, 'credentials.json'), JSON.stringify(await addSubscriber(bus, { name: 'first' })));
  const program = fileURLToPath(new URL('../../examples/first-program/first-program.mjs', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program], { cwd: dataDir });
  assert.deepEqual(stdout.match(/undefined \d/g), ['undefined 1', 'undefined 2', 'undefined 3']);
  const [{ state }] = await listSubscribers(bus);
  assert.deepEqual([state.num_pending, state.num_ack_pending], [0, 0]);
});

test('a subscriber of one context gets no events of another', async (t) => {
  const { bus, publish, enter } = await busWithEvents(t, 1);
  await publish('repairline.identity.user.v1.user-approved', 1);
  await publish(SUBJECT, 2);
  const connection = await enter(await addSubscriber(bus, { name: 'people', context: 'identity' }));
  assert.deepEqual(await take(connection, 'people', 1), [1]);
  await assert.rejects(addSubscriber(bus, { name: 'money', context: 'payroll' }), /--context is one of/);
});

test('a subscriber gets later versions of events and misses none', async (t) => {
  const { bus, publish, enter, ...server } = await busWithEvents(t, 2);
  const connection = await enter(await addSubscriber(bus, { name: 'reports', context: 'repairs' }));
  assert.deepEqual(await take(connection, 'reports', 2), [1, 2]);
  const repairs = await server.asEvents('repairs');
  const later = SUBJECT.replace('.v1.', '.v2.');
  await repairs.jetstream().publish(later, JSON.stringify({ position: 3 }));
  await publish(SUBJECT, 4);
  assert.deepEqual(await take(connection, 'reports', 2), [3, 4]);
});

test('a subscriber can do nothing but pull and acknowledge its own events', async (t) => {
  const { bus, operator, manager, enter } = await busWithEvents(t);
  const [one, other] = [await addSubscriber(bus, { name: 'one' }), await addSubscriber(bus, { name: 'other' })];
  const connection = await enter(one);
  const strangers = [SUBJECT, 'repairline.notices.repairs', 'repairline.identity.sign-ins-ended', '_INBOX.gateway.1'];
  const heard = [];
  for (const subject of strangers) operator.subscribe(subject, { callback: () => heard.push(subject) });
  await operator.flush();
  const victim = await enter(other);
  victim.subscribe('>', { callback: (_, message) => heard.push(`to the other: ${message.subject}`) });
  await victim.flush();

  assert.deepEqual(await answeredBeyond(connection, 'one', 'other'), []);
  for (const subject of strangers) connection.publish(subject, '{}');
  connection.publish(`$JS.ACK.${EVENTS}.other.1.1.1.1.0`);
  // The server delivers events to any reply subject a pull names, so none may lead anywhere.
  const replies = [...strangers, `$JS.API.STREAM.PURGE.${EVENTS}`, '$JS.API.STREAM.DELETE.EVENTS'];
  for (const reply of replies) connection.publish(`${SUBSCRIBER_API}.CONSUMER.MSG.NEXT.${EVENTS}.one`, '1', { reply });
  await connection.flush();
  await eventually(async () => (await manager.consumers.info(EVENTS, 'one')).num_ack_pending === 5);

  await operator.flush();
  await victim.flush();
  assert.deepEqual(heard, []);
  const { state } = await manager.streams.info(EVENTS);
  assert.equal(state.messages, 5);
  assert.equal((await manager.consumers.info(EVENTS, 'other')).delivered.consumer_seq, 0);
});

for (const [how, repair] of [
  ['by a command', (bus) => rewindSubscriber(bus, 'reports')],
  [
    'by the running product',
    async (bus) => {
      const connection = await openBus(bus.url);
      await restoreSubscribers(bus, connection);
      await connection.close();
    },
  ],
])
  test(`a subscriber that was given what the bus has lost since is listed as such, and begins again ${how}`, async (t) => {
    const { bus, enter, dataDir, ...server } = await busWithEvents(t, 1);
    const credentials = await addSubscriber(bus, { name: 'reports' });
    const messages = join(storeFolder(dataDir), 'jetstream', ACCOUNT, 'streams', EVENTS, 'msgs');
    const earlier = join(dataDir, 'earlier');
    await server.stop();
    cpSync(messages, earlier, { recursive: true });
    await server.startAgain();
    const publish = async (...positions) => {
      const stream = (await server.as('operator')).jetstream();
      for (const position of positions) await stream.publish(SUBJECT, JSON.stringify({ position }));
    };
    await publish(2, 3);
    assert.deepEqual(await take(await enter(credentials), 'reports', 3), [1, 2, 3]);
    assert.deepEqual(await isBeyond(bus), [false]);
    await server.stop();
    rmSync(messages, { recursive: true });
    cpSync(earlier, messages, { recursive: true });
    await server.startAgain();
    assert.deepEqual(await isBeyond(bus), [true]);
    await repair(bus);
    assert.deepEqual(await isBeyond(bus), [false]);
    await publish(4);
    assert.deepEqual(await take(await enter(credentials), 'reports', 2), [1, 4]);
  });

const isBeyond = async (bus) => (await listSubscribers(bus)).map((subscriber) => subscriber.isBeyond);

test('a removed subscriber is disconnected at once, and nobody else is', async (t) => {
  const { bus, operator, manager, enter } = await busWithEvents(t);
  const credentials = await addSubscriber(bus, { name: 'former' });
  const staying = await enter(await addSubscriber(bus, { name: 'staying' }));
  const connection = await enter(credentials);
  await removeSubscriber(bus, 'former');
  await connection.closed();
  await assert.rejects(enter(credentials), { code: 'AUTHORIZATION_VIOLATION' });
  await assert.rejects(manager.consumers.info(EVENTS, 'former'), { code: '404' });
  assert.deepEqual(await take(staying, 'staying', 2), [1, 2]);
  assert.equal(operator.isClosed(), false);
  await assert.rejects(removeSubscriber(bus, 'former'), /There is no subscriber former/);
});

test('credentials lead to the bus that is run elsewhere, whatever configuration is left from before', async (t) => {
  const { bus, port, dataDir, passwords } = await busWithEvents(t, 1);
  writeBusConfiguration({ dataDir, host: '127.0.0.1', port: 1, passwords });
  const { servers } = await addSubscriber({ ...bus, pid: undefined }, { name: 'moved' });
  assert.equal(servers, `nats://127.0.0.1:${port}`);
});

/** What an interrupted `add` or `remove` leaves on the bus. */
const LEFT_OVER = { durable_name: 'reports', description: 'A subscriber of the product', ack_policy: 'explicit' };

test('a name that an interrupted command has left on the bus can be added again, from the first event', async (t) => {
  const { bus, manager, enter } = await busWithEvents(t);
  await manager.consumers.add(EVENTS, { ...LEFT_OVER, deliver_policy: 'new' });
  const connection = await enter(await addSubscriber(bus, { name: 'reports' }));
  assert.deepEqual(await take(connection, 'reports', 2), [1, 2]);
});

test('a name that an interrupted command has left on the bus can be removed', async (t) => {
  const { bus, manager } = await busWithEvents(t, 1);
  await manager.consumers.add(EVENTS, LEFT_OVER);
  await removeSubscriber(bus, 'reports');
  await assert.rejects(manager.consumers.info(EVENTS, 'reports'), { code: '404' });
});

test('names are plain and unique', async (t) => {
  const { bus, manager } = await busWithEvents(t, 1);
  await manager.consumers.add(EVENTS, { durable_name: 'billing-repairs', ack_policy: 'explicit' });
  for (const name of ['A', 'a.b', 'a*', '>', 'a b', ''])
    await assert.rejects(addSubscriber(bus, { name }), /A name has/);
  await assert.rejects(addSubscriber(bus, { name: 'billing-repairs' }), /taken by a consumer of the product/);
  await assert.rejects(removeSubscriber(bus, 'billing-repairs'), /There is no subscriber billing-repairs/);
  await addSubscriber(bus, { name: 'twice' });
  await assert.rejects(addSubscriber(bus, { name: 'twice' }), /There is already a subscriber twice/);
});
