import { connect as connectTcp, createServer, type AddressInfo, type Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { connect, type NatsConnection } from 'nats';
import type WebSocket from 'ws';
import { changeNoticeSubject, type ChangeNotice, type LiveChange } from '@repairline/contracts/live';
import { signInsEndedSubject } from '@repairline/contracts/published/published-subjects';
import type { CallClient } from '@repairline/messaging/calls/call-client';
import { createLogger } from '@repairline/service-kit/logger';
import { startOwnBus } from '@repairline/service-kit/testing/own-bus';
import { hashOf } from '../auth/tokens';
import { Browser } from '../testing/browser';
import { startTestGateway, startTestStack, type TestStack } from '../testing/running-gateway';
import { SocketRecorder } from '../testing/socket-recorder';
import { serve, StandIns } from '../testing/stand-ins';
import { ChangeFeed } from './change-feed';

const changed = (at: number, barcodeNumber = `CB-${at}`): LiveChange => ({
  type: 'device_updated',
  context: 'repairs',
  at,
  barcodeNumber,
});

describe('/ws', () => {
  let stack: TestStack;
  let bus: NatsConnection;
  const open: Pick<WebSocket, 'terminate'>[] = [];

  beforeEach(async () => {
    stack = await startTestStack();
    bus = await connect({ servers: stack.bus.url });
  });
  afterEach(async () => {
    open.splice(0).forEach((socket) => socket.terminate());
    await bus.close();
    await stack.stop();
  });

  async function listen(name: string, resume: Record<string, number> = {}): Promise<SocketRecorder> {
    const browser = stack.browser();
    await browser.signIn(name);
    const socket = browser.openSocket();
    open.push(socket);
    const heard = new SocketRecorder(socket, browser);
    socket.once('open', () => socket.send(JSON.stringify({ type: 'resume', positions: resume })));
    await heard.first('hello');
    return heard;
  }

  function notice(after: number, upTo: number, changes: LiveChange[], context: ChangeNotice['context'] = 'repairs') {
    bus.publish(changeNoticeSubject(context), JSON.stringify({ context, after, upTo, changes }));
  }

  it('is refused at the upgrade without a sign-in and from other sites', async () => {
    const visitor = new SocketRecorder(stack.browser().openSocket());
    expect(await visitor.refusal()).toBe(401);
    const browser = stack.browser();
    await browser.signIn('member');
    expect(await new SocketRecorder(browser.openSocket({ origin: 'https://evil.example' })).refusal()).toBe(403);
    expect(await new SocketRecorder(browser.openSocket({ origin: '' })).refusal()).toBe(403);
  });

  it('is opened twenty times by one person and no more, even if all ask at once', async () => {
    const browser = stack.browser();
    await browser.signIn('member');
    const ask = () => {
      const socket = browser.openSocket();
      open.push(socket);
      const opened = new Promise<number>((resolve) => socket.once('open', () => resolve(101)));
      return Promise.race([opened, new SocketRecorder(socket).refusal().catch(() => 101)]);
    };
    const { standIns } = stack;
    const asked = standIns.extended.length;
    let release = () => undefined as void;
    standIns.authenticationGate = new Promise((resolve) => (release = resolve));
    const all = Array.from({ length: 29 }, ask);
    while (standIns.extended.length < asked + 29) await new Promise((resolve) => setImmediate(resolve));
    release();
    const statuses = await Promise.all(all);
    expect([101, 429].map((status) => statuses.filter((own) => own === status).length)).toEqual([20, 9]);
    open.splice(0).forEach((socket) => socket.terminate());
    let status = 429;
    while (status === 429) status = await ask();
    expect(status).toBe(101);
  });

  it.each([
    ['GET //[ HTTP/1.1', 'Host: localhost'],
    ['GET /ws HTTP/1.1', 'Host: ['],
  ])('a request with %s and %s is closed, whether the client leaves or stays', async (...lines) => {
    const request = [...lines, 'Connection: Upgrade', 'Upgrade: websocket', '', ''].join('\r\n');
    const ask = () => connectTcp({ port: stack.gateway.port, host: '127.0.0.1', allowHalfOpen: true });
    for (let count = 0; count < 50; count += 1) {
      const leaving = ask();
      await new Promise((resolve) => leaving.write(request, resolve));
      leaving.resetAndDestroy();
    }
    const staying = ask().resume();
    open.push({ terminate: () => staying.destroy() });
    const cut = new Promise((resolve) => staying.once('error', resolve));
    staying.write(request);
    staying.once('end', () => setInterval(() => staying.write('more'), 10).unref());
    await cut;
  });

  it('greets a browser that does not resume with the current positions, then sends changes', async () => {
    const browser = stack.browser();
    await browser.signIn('member');
    const heard = new SocketRecorder(browser.openSocket());
    open.push(heard.socket);
    await heard.first('hello');
    const positions = { identity: 3, repairs: 10, analytics: 0, billing: 5 };
    expect(heard.messages[0]).toMatchObject({ type: 'hello', positions, refetch: false });
    notice(10, 11, [changed(11)]);
    expect(await heard.first('device_updated')).toEqual(changed(11));
  });

  it.each([
    ['does not resume', undefined],
    ['resumes from nowhere', {}],
  ])('sends a browser that %s what changes between its upgrade and the greeting', async (_, positions) => {
    const browser = stack.browser();
    await browser.signIn('member');
    const heard = new SocketRecorder(browser.openSocket());
    open.push(heard.socket);
    await new Promise((resolve) => heard.socket.once('open', resolve));
    const other = await listen('admin');
    notice(10, 11, [changed(11)]);
    await other.first('device_updated');
    if (positions) heard.socket.send(JSON.stringify({ type: 'resume', positions }));
    expect(await heard.first('device_updated')).toEqual(changed(11));
    expect(heard.messages.map(({ type }) => type)).toEqual(['hello', 'device_updated']);
  });

  it('sends a returning browser the changes that it missed', async () => {
    stack.standIns.changes.push(changed(8), changed(9), changed(10));
    const heard = await listen('member', { repairs: 8, identity: 3, analytics: 0, billing: 5 });
    await heard.count(3);
    expect(heard.messages).toEqual([
      expect.objectContaining({ type: 'hello', refetch: false }),
      changed(9),
      changed(10),
    ]);
  });

  it('tells a browser to refetch everything if what it missed cannot be listed', async () => {
    stack.standIns.complete = false;
    const heard = await listen('member', { repairs: 2, identity: 3, analytics: 0, billing: 5 });
    expect(heard.messages[0]).toMatchObject({ type: 'hello', refetch: true });
  });

  it('tells a browser to refetch everything if its position does not exist yet', async () => {
    const heard = await listen('member', { repairs: 4_000, identity: 3, analytics: 0, billing: 5 });
    expect(heard.messages[0]).toMatchObject({ refetch: true, positions: { repairs: 10 } });
  });

  it('tells a browser that resumes only after the greeting to refetch everything, once', async () => {
    const browser = stack.browser();
    await browser.signIn('member');
    const heard = new SocketRecorder(browser.openSocket());
    open.push(heard.socket);
    await heard.first('hello');
    const resume = JSON.stringify({ type: 'resume', positions: { repairs: 8 } });
    heard.socket.send(resume);
    await heard.count(2);
    heard.socket.send(resume);
    notice(10, 11, [changed(11)]);
    await heard.count(3);
    expect(heard.messages.map(({ type, refetch }) => [type, refetch])).toEqual([
      ['hello', false],
      ['hello', true],
      ['device_updated', undefined],
    ]);
  });

  it('if the service is behind the notices, browsers are told to refetch everything', async () => {
    const going = await listen('member');
    notice(10, 12, [changed(11), changed(12)]);
    await going.count(3);
    const back = await listen('ann', { repairs: 9, identity: 3, analytics: 0, billing: 5 });
    expect(back.messages[0]).toMatchObject({ refetch: true, positions: { repairs: 12 } });
    stack.standIns.position = 13;
    notice(14, 15, [changed(15)]);
    await going.count(5);
    expect(going.messages.slice(3)).toEqual([expect.objectContaining({ type: 'hello', refetch: true }), changed(15)]);
  });

  it('an out-of-band notice during a resume reaches the browser afterwards', async () => {
    let release = () => undefined as void;
    const earlier = await listen('bob');
    notice(0, 1, [{ type: 'analytics_updated', context: 'analytics', at: 1 }], 'analytics');
    await earlier.first('analytics_updated');
    stack.standIns.figuresGate = new Promise((resolve) => (release = resolve));
    const browser = stack.browser();
    await browser.signIn('admin');
    const heard = new SocketRecorder(browser.openSocket(), browser);
    open.push(heard.socket);
    await new Promise((resolve) => heard.socket.once('open', resolve));
    heard.socket.send(
      JSON.stringify({ type: 'resume', positions: { analytics: 0, repairs: 10, billing: 5, identity: 3 } }),
    );
    await browser.get('/api/auth/user');
    const renamed: LiveChange = { type: 'user_updated', context: 'repairs', at: 0, userId: 'ann' };
    const aside = { context: 'repairs', after: 0, upTo: 0, changes: [renamed], isAside: true };
    bus.publish(changeNoticeSubject('repairs'), JSON.stringify(aside));
    notice(10, 11, [changed(11)]);
    await earlier.first('device_updated');
    expect(heard.messages).toEqual([]);
    release();
    expect(await heard.first('user_updated')).toEqual(renamed);
  });

  it('a change without a notice is found by the next poll; a service that is away or behind loses nothing', async () => {
    const heard: unknown[] = [];
    let looks = 0;
    let answer: { changes: LiveChange[]; upTo: number; complete: boolean } | undefined;
    const call = async () => {
      looks += 1;
      if (!answer) throw new Error('away');
      return answer;
    };
    const listener = { changes: (told: readonly LiveChange[]) => heard.push(...told), lost: () => heard.push('lost') };
    answer = { changes: [], upTo: 10, complete: true };
    const logger = createLogger('gateway', 'silent');
    const feed = new ChangeFeed(bus, { call } as unknown as CallClient, listener, logger, 5);
    const someLooks = async () => {
      const seen = looks;
      while (looks < seen + 12) await new Promise((resolve) => setImmediate(resolve));
    };
    feed.start();
    await someLooks();
    answer = undefined;
    await someLooks();
    answer = { changes: [], upTo: 9, complete: false };
    await someLooks();
    expect(heard).toEqual([]);
    answer = { changes: [changed(11)], upTo: 11, complete: true };
    await someLooks();
    feed.stop();
    // Once for each of the four contexts, all of which this stand-in answers for.
    expect(heard).toEqual(Array.from({ length: 4 }, () => changed(11)));
  });

  it('a gap between notices is filled from the service, each change once', async () => {
    const heard = await listen('member');
    stack.standIns.changes.push(changed(11), changed(12), changed(13));
    stack.standIns.position = 13;
    notice(12, 13, [changed(13)]);
    notice(13, 14, [changed(14)]);
    await heard.count(5);
    expect(heard.messages.slice(1)).toEqual([changed(11), changed(12), changed(13), changed(14)]);
  });

  it('a service that does not answer does not delay the changes of others', async () => {
    const heard = await listen('member');
    let release = () => undefined as void;
    stack.standIns.figuresGate = new Promise((resolve) => (release = resolve));
    notice(5, 6, [{ type: 'analytics_updated', context: 'analytics', at: 6 }], 'analytics');
    notice(10, 11, [changed(11)]);
    expect(await heard.first('device_updated')).toEqual(changed(11));
    release();
    expect(await heard.first('analytics_updated')).toMatchObject({ at: 6 });
  });

  it('changes of a user are sent to Admins and to that user only', async () => {
    const [admin, self, other] = [await listen('admin'), await listen('ann'), await listen('bob')];
    const change: LiveChange = { type: 'user_updated', context: 'identity', at: 4, userId: 'ann' };
    notice(3, 4, [change], 'identity');
    notice(10, 11, [changed(11)]);
    for (const heard of [admin, self]) expect(await heard.first('user_updated')).toEqual(change);
    await other.first('device_updated');
    expect(other.messages.filter(({ type }) => type === 'user_updated')).toEqual([]);
  });

  it('an Admin who was made a Member no longer gets changes of other users', async () => {
    const heard = await listen('admin');
    const token = hashOf(heard.browser?.cookies.get('repairline') ?? '');
    stack.standIns.signIns.set(token, StandIns.user('admin', 'Member'));
    stack.standIns.extended.length = 0;
    notice(3, 4, [{ type: 'user_updated', context: 'identity', at: 4, userId: 'admin' }], 'identity');
    await heard.first('user_updated');
    while (stack.standIns.extended.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await heard.browser?.get('/api/auth/user');
    notice(4, 5, [{ type: 'user_updated', context: 'identity', at: 5, userId: 'ann' }], 'identity');
    notice(10, 11, [changed(11)]);
    await heard.first('device_updated');
    expect(heard.messages.filter(({ type }) => type === 'user_updated')).toHaveLength(1);
  });

  it('closes when its sign-in ends, and other sockets stay open', async () => {
    const [ended, going] = [await listen('ann'), await listen('ann')];
    const tokenHash = hashOf(ended.browser?.cookies.get('repairline') ?? '');
    bus.publish(signInsEndedSubject, JSON.stringify({ userId: 'ann', tokenHash }));
    expect(await ended.closed).toBe(4401);
    notice(10, 11, [changed(11)]);
    expect(await going.first('device_updated')).toEqual(changed(11));
    bus.publish(signInsEndedSubject, JSON.stringify({ userId: 'ann', tokenHash: null }));
    expect(await going.closed).toBe(4401);
  });

  it('closes at once if its sign-in ended while it was being admitted', async () => {
    const going = await listen('bob');
    const browser = stack.browser();
    await browser.signIn('ann');
    let admit = () => undefined as void;
    stack.standIns.authenticationGate = new Promise((resolve) => (admit = resolve));
    stack.standIns.extended.length = 0;
    const late = new SocketRecorder(browser.openSocket());
    open.push(late.socket);
    await going.until(() => stack.standIns.extended.length > 0);
    const tokenHash = hashOf(browser.cookies.get('repairline') ?? '');
    stack.standIns.signIns.delete(tokenHash);
    bus.publish(signInsEndedSubject, JSON.stringify({ userId: 'ann', tokenHash }));
    // What follows on the same connection has come: so has the end of the sign-in.
    notice(10, 11, [changed(11)]);
    await going.first('device_updated');
    admit();
    expect(await late.closed).toBe(4401);
  });

  it('a browser that sends too much is disconnected', async () => {
    const [chatty, bulky] = [await listen('ann'), await listen('bob')];
    for (let count = 0; count < 30; count += 1) chatty.socket.send('{}');
    bulky.socket.send('x'.repeat(10_000));
    expect(await chatty.closed).toBe(1008);
    expect(await bulky.closed).toBe(1009);
  });

  it('a browser that does not read is disconnected, and others are not', async () => {
    const reading = await listen('ann');
    const sluggish = stack.browser();
    await sluggish.signIn('bob');
    const gone = upgradeWithoutReading(stack.gateway.port, sluggish.cookieHeader());
    await gone.greeted;
    const sockets = async () => (await stack.gateway.resources.health.report()).checks.live?.detail;
    await reading.until(async () => isDeepStrictEqual(await sockets(), { sockets: 2 }));
    const long = 'x'.repeat(20_000);
    for (let at = 11; at <= 1_510; at += 1) {
      notice(at - 1, at, [changed(at, long)]);
      await reading.count(at - 9);
    }
    await reading.until(async () => isDeepStrictEqual(await sockets(), { sockets: 1 }), 8_000);
    expect(reading.socket.readyState).toBe(reading.socket.OPEN);
    gone.end();
  });
});

it('a gateway that starts before the services learns their positions once they are up', async () => {
  const bus = await startOwnBus();
  const gateway = await startTestGateway(bus.url);
  const services = await serve(bus.url, new StandIns());
  const browser = new Browser(`http://localhost:${gateway.port}`);
  await browser.signIn('member');
  let greeting: unknown;
  for (
    let tries = 0;
    tries < 20 && !isDeepStrictEqual(greeting, { identity: 3, repairs: 10, analytics: 0, billing: 5 });
    tries += 1
  ) {
    const heard = new SocketRecorder(browser.openSocket());
    greeting = (await heard.first('hello')).positions;
    heard.socket.terminate();
  }
  expect(greeting).toEqual({ identity: 3, repairs: 10, analytics: 0, billing: 5 });
  await gateway.stop();
  await services.close();
  await bus.stop();
});

it('closes if its sign-in ended while the gateway had no connection to the bus', async () => {
  const bus = await startOwnBus();
  const standIns = new StandIns();
  const services = await serve(bus.url, standIns);
  const line = await breakableLine(bus.port);
  const gateway = await startTestGateway(`nats://127.0.0.1:${line.port}`);
  const browser = new Browser(`http://localhost:${gateway.port}`);
  await browser.signIn('ann');
  const heard = new SocketRecorder(browser.openSocket());
  await heard.first('hello');
  standIns.signIns.clear();
  line.break();
  expect(await heard.closed).toBe(4401);
  await gateway.stop();
  line.close();
  await services.close();
  await bus.stop();
});

/** Passes connections on to a local port until they are broken; new ones can be made at once. */
async function breakableLine(to: number): Promise<{ port: number; break: () => void; close: () => void }> {
  const ends = new Set<Socket>();
  const server = createServer((from) => {
    const onward = connectTcp(to, '127.0.0.1');
    for (const [end, other] of [
      [from, onward],
      [onward, from],
    ] as const) {
      ends.add(end.on('error', () => undefined).on('close', () => other.destroy()));
      end.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => ends.forEach((end) => end.destroy());
  return { port: (server.address() as AddressInfo).port, break: cut, close: () => (server.close(), cut()) };
}

/** A connection that never reads, so that everything we send piles up. */
function upgradeWithoutReading(port: number, cookie: string): { greeted: Promise<void>; end: () => void } {
  const socket = connectTcp(port, '127.0.0.1');
  const lines = [
    'GET /ws HTTP/1.1',
    `Host: localhost:${port}`,
    `Origin: http://localhost:${port}`,
    `Cookie: ${cookie}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  const greeted = new Promise<void>((resolve, reject) => {
    socket.on('data', (data) => {
      if (!data.includes('"hello"')) return;
      socket.pause();
      resolve();
    });
    socket.on('error', reject);
  });
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  return { greeted, end: () => socket.destroy() };
}
