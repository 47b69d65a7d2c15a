import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { serviceNode } from '../start/checkout/check-node.mjs';
import { eventually } from '../start/testing/running-copy.mjs';
import { EVENTS, publishedSubjects } from './rights.mjs';
import { addSubscriber, removeSubscriber, restoreSubscribers } from './subscribers.mjs';
import { nats, ownServer } from './testing/own-server.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const example = (name) => join(root, 'examples', 'analytics-consumer', name);
const { toCloudEvent } = createRequire(import.meta.url)('@repairline/messaging/cloud-event');

/** Some devices are taken in without a model. */
const MODELS = ['Dell 3100', 'Lenovo 300e', 'Acer 511', ''];
const SCHOOLS = ['SHS', 'SMS'];
const DEVICES = 12;
const EVENT_COUNT = 900;

/**
 * A log of devices that are taken in, move to another school, get their model corrected or have none, and are repaired
 * again and again; with gaps between positions, like a real log.
 */
function district(count = EVENT_COUNT) {
  const events = [];
  const expected = {};
  const devices = [];
  let predecessor = 0;
  for (let at = 0; at < count; at += 1) {
    const device = (devices[at % DEVICES] ??= {});
    const [name, data] = happening(at);
    Object.assign(device, data);
    if (name === 'repair-completed') {
      const schools = (expected[device.model || 'unknown'] ??= {});
      schools[device.school] = (schools[device.school] ?? 0) + 1;
    }
    const position = predecessor + 1 + (at % 3);
    const at0 = new Date(0);
    const envelope = { id: `event-${at}`, occurredAt: at0, position, correlationId: 'c', causationId: 'c' };
    const published = {
      aggregate: 'device',
      event: name,
      version: 1,
      data: { deviceId: `device-${at % DEVICES}`, ...data },
    };
    events.push(toCloudEvent('repairs', envelope, published, predecessor));
    predecessor = position;
  }
  return { events, expected, last: predecessor };
}

function happening(at) {
  const model = MODELS[(at + Math.floor(at / DEVICES)) % MODELS.length];
  if (at < DEVICES) return ['device-taken-in', { model, school: SCHOOLS[at % 2] }];
  if (at % 7 === 0) return ['device-moved-to-school', { school: SCHOOLS[at % 2] }];
  if (at % 31 === 0) return ['model-corrected', { model }];
  return ['repair-completed', {}];
}

/** Runs the program until it ends or, with `killAt`, until it has reported that many batches. */
async function run(script, args, killAt = Infinity) {
  const [child, said] = launch(script, args, (output, program) => {
    if ((output.match(/^position/gm) ?? []).length >= killAt) program.kill('SIGKILL');
  });
  const [code, signal] = await new Promise((resolve) => child.on('close', (...how) => resolve(how)));
  return { code, signal, ...said };
}

function launch(script, args, onOutput = () => undefined, before = []) {
  const quiet = ['--disable-warning=ExperimentalWarning'];
  const child = spawn(serviceNode(root), [...quiet, ...before, example(script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { output: '', errors: '' };
  child.stderr.setEncoding('utf8').on('data', (text) => (said.errors += text));
  child.stdout.setEncoding('utf8').on('data', (text) => onOutput((said.output += text), child));
  return [child, said];
}

const programs = [
  { script: 'plain.mjs', read: (file) => JSON.parse(readFileSync(file, 'utf8')) },
  { script: 'count-repairs.ts', read: readLedger },
];

/** Reads SQLite with the product's Node, since Node has it from 22 on. */
function readLedger(file) {
  const code = `
    const { DatabaseSync } = require('node:sqlite');
    const db = new DatabaseSync(${JSON.stringify(file)}, { timeout: 5000 });
    const repairs = {};
    for (const { model, school, repairs: count } of db.prepare('select * from counts').all()) (repairs[model] ??= {})[school] = count;
    const position = db.prepare('select position from positions').get()?.position ?? 0;
    console.log(JSON.stringify({ repairs, position }));`;
  return JSON.parse(
    execFileSync(serviceNode(root), ['--disable-warning=ExperimentalWarning', '-e', code], { encoding: 'utf8' }),
  );
}

async function placeFor(t, events) {
  const server = await ownServer(t);
  const operator = await server.as('operator');
  const manager = await operator.jetstreamManager();
  await manager.streams.add({ name: EVENTS, subjects: [publishedSubjects()] });
  const publish = (some) =>
    Promise.all(some.map((event) => operator.jetstream().publish(event.type, JSON.stringify(event))));
  await publish(events);
  const bus = { dataDir: server.dataDir, url: server.url, passwords: server.passwords, pid: server.pid };
  const file = (name) => join(server.dataDir, name);
  const credentials = await addSubscriber(bus, { name: 'reports', context: 'repairs' });
  writeFileSync(file('credentials.json'), JSON.stringify(credentials));
  return {
    ...{ server, bus, credentials, publish },
    args: [file('credentials.json'), file('result')],
    result: file('result'),
  };
}

test('the commands of the README name scripts and files that exist', () => {
  const readme = readFileSync(example('README.md'), 'utf8');
  const lines = [...readme.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block]) => block.trim().split('\n'));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  assert.ok(lines.length >= programs.length);
  for (const line of lines) {
    const npm = /^npm run -s (\S+) -- /.exec(line);
    if (npm) assert.ok(npm[1] in scripts, line);
    else
      for (const path of line.split(' ').filter((word) => /\/|\.(mjs|ts)$/.test(word)))
        assert.ok(existsSync(join(root, path)), line);
  }
});

/** Makes a program report, in its output, which files it syncs to disk and which it renames over others. */
const TELLING = `
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const { fsyncSync, renameSync } = fs;
  const tell = (...words) => fs.writeSync(1, words.join(' ') + '\\n');
  fs.fsyncSync = (file) => (fsyncSync(file), tell('safe', fs.readlinkSync('/proc/self/fd/' + file)));
  fs.renameSync = (from, to) => (renameSync(from, to), tell('in place', to));
  syncBuiltinESMExports();
`;

test('plain.mjs syncs its result and its folder to disk before it reports them', async (t) => {
  if (!existsSync('/proc/self/fd')) return t.skip('what is open is not told here');
  const { args, result } = await placeFor(t, district(150).events);
  const telling = ['--import', `data:text/javascript,${encodeURIComponent(TELLING)}`];
  const [child, said] = launch('plain.mjs', [...args, '--once'], undefined, telling);
  assert.deepEqual(await once(child, 'close'), [0, null], said.errors);
  const [first, ...more] = said.output.split(/^position.*\n/m).filter((part) => part.startsWith('safe'));
  assert.deepEqual(first.trim().split('\n'), [`safe ${result}.new`, `in place ${result}`, `safe ${dirname(result)}`]);
  assert.ok(more.length > 0);
  for (const part of more) assert.equal(part, first);
});

test('count-repairs.ts waits for another copy that is just making the ledger', async (t) => {
  const { events, expected } = district(150);
  const { args, result } = await placeFor(t, events);
  const other = `
    const { DatabaseSync } = require('node:sqlite');
    const db = new DatabaseSync(${JSON.stringify(result)});
    db.exec('begin immediate');
    console.log('writes');
    process.stdin.once('end', () => db.exec('commit')).resume();`;
  const holder = spawn(serviceNode(root), ['--disable-warning=ExperimentalWarning', '-e', other], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  const program = run('count-repairs.ts', [...args, '--once']);
  // Long enough to come to the ledger, and shorter than it waits there.
  await Promise.race([program, pause(2_000)]);
  holder.stdin.end();
  const { code, errors } = await program;
  assert.deepEqual([code, errors], [0, '']);
  assert.deepEqual(readLedger(result).repairs, expected);
});

for (const { script, read } of programs) {
  test(`${script}, killed midway and started again, has counted every repair once`, async (t) => {
    const { events, expected, last } = district(6_000);
    // Some come twice, as when the publisher is interrupted.
    const { args, result } = await placeFor(t, [...events.slice(0, 450), ...events.slice(400)]);
    for (const killAt of [1, 3]) {
      const { signal, errors } = await run(script, args, killAt);
      assert.equal(signal, 'SIGKILL', errors);
      const { position } = read(result);
      assert.ok(position > 0 && position < last, `killed at ${position} of ${last}`);
    }
    const { code, errors } = await run(script, [...args, '--once']);
    assert.equal(code, 0, errors);
    assert.deepEqual(read(result).repairs, expected);
    assert.equal(read(result).position, last);
    assert.equal((await run(script, [...args, '--once'])).code, 0);
    assert.deepEqual(read(result).repairs, expected);
  });

  test(`${script} waits for events that a crashed consumer had fetched, and skips none`, async (t) => {
    const { events, expected } = district();
    const { server, credentials, args, result } = await placeFor(t, events);
    const { servers, nkey, apiPrefix } = credentials;
    const authenticator = nats.nkeyAuthenticator(new TextEncoder().encode(nkey));
    const crashed = await server.open({ servers, authenticator });
    const consumer = await crashed.jetstream({ apiPrefix }).consumers.get(EVENTS, 'reports');
    const inHand = [];
    for await (const message of await consumer.fetch({ max_messages: 50, expires: 2_000 })) inHand.push(message);
    await crashed.close();
    assert.equal(inHand.length, 50);
    const { code, errors } = await run(script, [...args, '--once']);
    assert.equal(code, 0, errors);
    assert.deepEqual(read(result).repairs, expected);
  });

  test(`${script} finishes after a second copy has been killed, and counts nothing twice`, async (t) => {
    const { events, expected, last } = district(6_000);
    const { args, result } = await placeFor(t, events);
    const start = () => {
      const [child, said] = launch(script, args);
      t.after(() => child.kill('SIGKILL'));
      return Object.assign(child, { said });
    };
    const first = start();
    const second = await run(script, args, 10);
    let third;
    await eventually(() => {
      // A copy whose result another has changed ends, also after that other one has been killed.
      if (first.exitCode !== null) third ??= start();
      return read(result).position === last;
    }, 30_000);
    for (const { errors } of [second, first.said]) assert.match(errors, /^(Another copy keeps .*\n)?$/);
    assert.deepEqual(read(result).repairs, expected);
  });

  test(`${script} goes on after a restart of the bus, and counts every repair once`, async (t) => {
    const { events, expected, last } = district();
    const { args, result, server } = await placeFor(t, events.slice(0, 450));
    const [child, said] = launch(script, args);
    t.after(() => child.kill('SIGKILL'));
    await eventually(() => said.output.includes(`position ${events[449].position}\n`));
    await server.stop();
    // A batch ends meanwhile, and the client tries in vain to reconnect.
    await pause(5_000);
    await server.startAgain();
    const operator = (await server.as('operator')).jetstream();
    await Promise.all(events.slice(450).map((event) => operator.publish(event.type, JSON.stringify(event))));
    await eventually(() => child.exitCode !== null || read(result).position === last);
    assert.deepEqual([child.exitCode, said.errors], [null, '']);
    assert.deepEqual(read(result).repairs, expected);
  });

  test(`${script} waits while the bus has lost its storage, and goes on when the product has made it again`, async (t) => {
    const { events, expected, last } = district(300);
    const { args, result, server, bus } = await placeFor(t, events.slice(0, 100));
    const [child, said] = launch(script, args);
    t.after(() => child.kill('SIGKILL'));
    await eventually(() => said.output.includes(`position ${events[99].position}\n`));
    const operator = await server.as('operator');
    const { streams } = await operator.jetstreamManager();
    await streams.delete(EVENTS);
    const [again, saidAgain] = launch(script, args);
    t.after(() => again.kill('SIGKILL'));
    // Asked for in vain by both.
    await pause(2_000);
    await streams.add({ name: EVENTS, subjects: [publishedSubjects()] });
    await restoreSubscribers(bus, operator);
    again.kill('SIGKILL');
    for (const event of events) await operator.jetstream().publish(event.type, JSON.stringify(event));
    await eventually(() => child.exitCode !== null || read(result).position === last, 40_000);
    assert.deepEqual([child.exitCode, said.errors, saidAgain.errors], [null, '', '']);
    assert.deepEqual(read(result).repairs, expected);
  });

  test(`${script} skips what its account does not name, and says so if what comes next is not there`, async (t) => {
    const { events } = district(60);
    const { args, result, server, publish } = await placeFor(t, events.slice(0, 50));
    assert.equal((await run(script, [...args, '--once'])).code, 0);
    const { consumers } = await (await server.as('operator')).jetstreamManager();
    // Delivers another context's event, as a bus does that has lost events; its position says nothing here.
    const other = { ...events[0], source: '/repairline/identity', position: '900', predecessor: '899' };
    await publish([other, ...events.slice(51)]);
    const { code, errors } = await run(script, args);
    assert.equal(code, 1);
    assert.match(errors, /^The stream has lost .*npm run replay -- repairs --from /);
    assert.equal(read(result).position, Number(events[49].position));
    assert.equal((await consumers.info(EVENTS, 'reports')).num_ack_pending, events.slice(51).length);
    await publish(events.slice(50));
    assert.equal((await run(script, [...args, '--once'])).code, 0);
    assert.equal(read(result).position, Number(events.at(-1).position));
  });

  test(`${script} says how to recover events that the stream has lost, and recovers them by a replay`, async (t) => {
    const { events, expected, last } = district(1_400);
    const { args, result, publish } = await placeFor(t, events.slice(0, 100));
    assert.equal((await run(script, [...args, '--once'])).code, 0);
    const { position } = read(result);
    await publish(events.slice(200));
    const { code, errors } = await run(script, args);
    assert.equal(code, 1);
    assert.match(
      errors,
      new RegExp(`^The stream has lost .*npm run replay -- repairs --from ${position + 1}.*--let-go\n$`),
    );
    assert.equal(read(result).position, position);
    await publish(events.slice(100));
    const after = await run(script, [...args, '--once', '--let-go']);
    assert.equal(after.code, 0, after.errors);
    assert.equal(read(result).position, last);
    assert.deepEqual(read(result).repairs, expected);
  });

  test(`${script} stops before an unknown version of an event and skips nothing`, async (t) => {
    const { events } = district();
    const { args, result, server, publish } = await placeFor(t, events.slice(0, 500));
    assert.equal((await run(script, [...args, '--once'])).code, 0);
    const later = events.slice(500).map((event) => ({ ...event, type: event.type.replace('.v1.', '.v2.') }));
    await publish(later);
    const { code, errors } = await run(script, [...args, '--once']);
    assert.equal(code, 1);
    assert.match(errors, /repairline\.repairs\.device\.v2\.\S+ is newer than this program/);
    assert.equal(read(result).position, Number(events[499].position));
    const manager = await (await server.as('operator')).jetstreamManager();
    const { num_pending: waiting, num_ack_pending: inHand } = await manager.consumers.info(EVENTS, 'reports');
    assert.equal(waiting + inHand, later.length);
  });

  test(`${script} can start after a position, and knows devices from before it`, async (t) => {
    const { events, expected } = district();
    const { args, result, publish } = await placeFor(t, events.slice(0, 100));
    const first = await run(script, [...args, '--once', '--from', events[99].position]);
    assert.equal(first.code, 0, first.errors);
    const before = existsSync(result) ? read(result) : { repairs: {} };
    assert.deepEqual(before.repairs, {});
    await publish(events.slice(100));
    assert.equal((await run(script, [...args, '--once', '--from', events[99].position])).code, 0);
    const { expected: earlier } = district(100);
    for (const [model, schools] of Object.entries(earlier)) {
      for (const [school, repairs] of Object.entries(schools)) expected[model][school] -= repairs;
    }
    assert.deepEqual(read(result).repairs, expected);
  });

  test(`${script} learns of devices before its start position, even if it was ended before reaching that`, async (t) => {
    const { events } = district(300);
    const { args, result, publish } = await placeFor(t, events.slice(0, 50));
    assert.equal((await run(script, [...args, '--once', '--from', events[99].position])).code, 0);
    await publish(events.slice(50, 100));
    assert.equal((await run(script, [...args, '--once'])).code, 0);
    assert.deepEqual(read(result).repairs, {});
  });

  test(`${script} does not mix the logs of several contexts`, async (t) => {
    const { events, expected } = district(60);
    const { args, result, server, bus } = await placeFor(t, events);
    const other = { ...events[0], source: '/repairline/identity', position: '900', predecessor: '0' };
    const operator = await server.as('operator');
    const type = 'repairline.identity.user.v1.user-registered';
    await operator.jetstream().publish(type, JSON.stringify({ ...other, type, data: { userId: 'u' } }));
    const credentials = join(server.dataDir, 'all.json');
    writeFileSync(credentials, JSON.stringify(await addSubscriber(bus, { name: 'all' })));
    const { code, errors } = await run(script, [credentials, args[1], '--once']);
    if (script === 'plain.mjs') return assert.match(errors, /^These credentials tell of \/repairline\/identity too/);
    assert.deepEqual([code, read(result).repairs], [0, expected]);
  });

  test(`${script} says in one line why it ends`, async (t) => {
    const { events } = district(50);
    const { args, server, bus } = await placeFor(t, events);
    const oneLine = async (wanted, ...given) => {
      const { code, errors } = await run(script, given);
      assert.equal(code, 1, errors);
      assert.match(errors, new RegExp(`^${wanted}.*\\n$`));
    };
    const [credentials, result] = args;
    await oneLine('/nowhere holds no credentials: ', '/nowhere', result);
    writeFileSync(join(server.dataDir, 'empty'), '');
    await oneLine('.*/empty holds no credentials: ', join(server.dataDir, 'empty'), result);
    for (const from of ['abc', '1.5', '']) await oneLine('--from takes a position', ...args, '--from', from);
    await oneLine("Unknown option '--what'", ...args, '--what');
    const beyond = [credentials, join(server.dataDir, 'beyond'), '--from', '999999999', '--once'];
    assert.equal((await run(script, beyond)).code, 0);
    const [child, said] = launch(script, args);
    const ended = new Promise((resolve) => child.on('close', resolve));
    await eventually(() => said.output.includes('position'));
    await removeSubscriber(bus, 'reports');
    assert.equal(await ended, 1);
    assert.match(said.errors, /^The bus has ended the connection; has the account been removed\?: .*\n$/);
    await oneLine('The bus does not let in these credentials: ', ...args);
  });
}
