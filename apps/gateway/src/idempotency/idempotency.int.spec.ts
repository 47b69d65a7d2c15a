import { connect, nanos } from 'nats';
import { until } from '@repairline/service-kit/testing/until';
import type { RunningGateway } from '../gateway';
import { Browser } from '../testing/browser';
import { startTestGateway, startTestStack, type TestStack } from '../testing/running-gateway';
import { refusal } from '../testing/stand-ins';

const intake = (barcodeNumber: string) => ({ barcodeNumber, school: 'SHS' });
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('a retried request', () => {
  let stack: TestStack;
  let replica: RunningGateway;
  let browser: Browser;
  beforeAll(async () => {
    stack = await startTestStack();
    replica = await startTestGateway(stack.bus.url);
    browser = stack.browser();
    await browser.signIn('member');
  });
  afterAll(async () => {
    await replica.stop();
    await stack.stop();
  });
  beforeEach(() => {
    stack.standIns.commands.length = 0;
  });

  // proves d.calls.idempotency-once d.calls.idempotency-first-answer
  it('takes effect once and gets the first answer again', async () => {
    const first = await browser.send('POST', '/api/devices', { body: intake('A-1'), ...keyed('key a') });
    expect(first.status).toBe(400);
    const [one, two] = [
      await browser.send('POST', '/api/devices', { body: intake('A-1'), ...keyed('key-a') }),
      await browser.send('POST', '/api/devices', { body: intake('A-1'), ...keyed('key-a') }),
    ];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body).toEqual(one.body);
    expect(stack.standIns.countOf('take-in')).toBe(1);
  });

  // proves d.calls.idempotency-24-hours
  it('is remembered for 24 hours', async () => {
    await browser.send('POST', '/api/devices', { body: intake('A-2'), ...keyed('key-a2') });
    const bus = await connect({ servers: stack.bus.url });
    try {
      const { config } = await (await bus.jetstreamManager()).streams.info('KV_repairline-answers');
      expect(config.max_bytes).toBe(64 * 1024 * 1024);
      expect(config.max_age).toBe(nanos(24 * 3_600_000));
    } finally {
      await bus.close();
    }
  });

  it('gets the first answer from another gateway too', async () => {
    const first = await browser.send('POST', '/api/devices', { body: intake('B-1'), ...keyed('key-b') });
    const elsewhere = new Browser(`http://localhost:${replica.port}`);
    browser.cookies.forEach((value, name) => elsewhere.cookies.set(name, value));
    const again = await elsewhere.send('POST', '/api/devices', { body: intake('B-1'), ...keyed('key-b') });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(stack.standIns.countOf('take-in')).toBe(1);
  });

  it('takes effect once while the first request is still running', async () => {
    let open = () => undefined as void;
    stack.standIns.gate = new Promise((resolve) => (open = resolve));
    const send = () => browser.send('POST', '/api/devices', { body: intake('C-1'), ...keyed('key-c') });
    const both = [send(), send()];
    await until(() => stack.standIns.countOf('take-in') > 0);
    open();
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(stack.standIns.countOf('take-in')).toBe(1);
  });

  it('with different content is refused and has no effect', async () => {
    await browser.send('POST', '/api/devices', { body: intake('D-1'), ...keyed('key-d') });
    const { status, body } = await browser.send('POST', '/api/devices', { body: intake('D-2'), ...keyed('key-d') });
    expect([status, body.type]).toEqual([422, 'idempotency_key_reused']);
    expect(stack.standIns.countOf('take-in')).toBe(1);
  });

  it('gets a refusal by rule again without another command', async () => {
    await browser.send('POST', '/api/devices', { body: intake('E-1') });
    const [one, two] = [
      await browser.send('POST', '/api/devices', { body: intake('E-1'), ...keyed('key-e') }),
      await browser.send('POST', '/api/devices', { body: intake('E-1'), ...keyed('key-e') }),
    ];
    expect([one.status, two.status]).toEqual([409, 409]);
    expect(two.body).toEqual(one.body);
    expect(stack.standIns.countOf('take-in')).toBe(2);
  });

  it('is run again after an internal error, under the same command id', async () => {
    const body = { ...intake('F-1'), school: 'broken' };
    for (const status of [500, 500]) {
      expect((await browser.send('POST', '/api/devices', { body, ...keyed('key-f') })).status).toBe(status);
    }
    const [one, two] = stack.standIns.commands;
    expect(one?.commandId).toMatch(/^[0-9a-f-]{36}$/u);
    expect(two).toEqual(one);
  });

  // proves d.calls.idempotency-not-remembered
  it('is run again after a temporary refusal: 401, 403 for CSRF, 409 for a conflict, 429 and 5xx', async () => {
    const send = (headers = {}) =>
      browser.send('POST', '/api/devices', {
        body: intake('H-1'),
        headers: { 'idempotency-key': 'key-passing', ...headers },
      });
    const statuses = [(await send({ 'x-csrf-token': 'stale' })).status];
    for (const trouble of [
      refusal('not_signed_in'),
      refusal('conflict'),
      refusal('too_many_attempts'),
      new Error('no table'),
    ]) {
      stack.standIns.trouble = trouble;
      statuses.push((await send()).status);
    }
    stack.standIns.trouble = undefined;
    expect(statuses).toEqual([403, 401, 409, 429, 500]);
    expect((await send()).status).toBe(201);
    expect(stack.standIns.countOf('take-in')).toBe(5);
  });

  it('with the key of another user is another request', async () => {
    const other = stack.browser();
    await other.signIn('other');
    await browser.send('POST', '/api/devices', { body: intake('G-1'), ...keyed('key-g') });
    const { status } = await other.send('POST', '/api/devices', { body: intake('G-2'), ...keyed('key-g') });
    expect(status).toBe(201);
  });

  // proves d.calls.idempotency-login-throttle
  it('of a sign-in has the same command id and cookie; with another password it is another command', async () => {
    const visitor = stack.browser();
    await visitor.get('/api/csrf-token');
    const before = new Map(visitor.cookies);
    const tokens: (string | undefined)[] = [];
    for (const password of ['correct horse', 'correct horse', 'battery staple']) {
      visitor.cookies.clear();
      before.forEach((value, name) => visitor.cookies.set(name, value));
      const body = { email: 'retried@school.example', password };
      await visitor.send('POST', '/api/login', { body, ...keyed('key-h') });
      tokens.push(visitor.cookies.get('repairline'));
    }
    expect(tokens[0]).toHaveLength(43);
    expect(tokens).toEqual([tokens[0], tokens[0], undefined]);
    const ids = stack.standIns.commands.map(({ commandId }) => commandId);
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toBe(ids[1]);
  });
});

describe('without JetStream', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await startTestStack({ jetStream: false });
  });
  afterAll(() => stack.stop());

  it('commands work, and a retry carries the same command id', async () => {
    const browser = stack.browser();
    await browser.signIn('member');
    const send = () => browser.send('POST', '/api/devices', { body: intake('A-1'), ...keyed('key-a') });
    expect((await send()).status).toBe(201);
    await send();
    const ids = stack.standIns.commands.filter(({ name }) => name === 'take-in').map(({ commandId }) => commandId);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  });
});

it.each([
  ['JetStream is missing', { jetStream: false }],
  ['nothing can be written', { configuration: 'jetstream { max_file_store: 1 }' }],
])('while %s, commands work but the bus is not healthy', async (_why, bus) => {
  const stack = await startTestStack(bus);
  const browser = stack.browser();
  await browser.signIn('member');
  expect((await browser.send('POST', '/api/devices', { body: intake('A-1'), ...keyed('key-a') })).status).toBe(201);
  const { status, body } = await browser.get('/api/health');
  expect([status, (body as { parts: unknown }).parts]).toMatchObject([
    503,
    { bus: { ok: false }, repairs: { ok: true } },
  ]);
  await stack.stop();
});
