import { createBaseQuery, pageMeta } from './base-query';
import { UNREACHABLE } from './call-error';

interface Sent {
  url: string;
  method: string;
  headers: Record<string, string>;
  credentials: string;
}

const never = { signal: new AbortController().signal } as never;

function answers(...replies: (() => unknown)[]) {
  const sent: Sent[] = [];
  globalThis.fetch = ((url: string, { method = 'GET', headers, credentials }: Omit<Sent, 'url'>) => {
    sent.push({ url, method, headers, credentials });
    const reply = replies[sent.length - 1];
    if (!reply) throw new Error(`No answer prepared for call ${sent.length}`);
    return Promise.resolve().then(reply);
  }) as unknown as typeof fetch;
  return sent;
}

function reply(status: number, body: string, headers: Record<string, string> = {}) {
  const known = new Map(Object.entries(headers));
  return () => ({
    ok: status < 400,
    status,
    statusText: 'Status text',
    headers: { get: (name: string) => known.get(name) ?? null },
    text: () => Promise.resolve(body),
  });
}

function tokens() {
  let given = 0;
  let kept: string | undefined;
  return {
    get: () => Promise.resolve((kept ??= `token-${(given += 1)}`)),
    drop: () => {
      kept = undefined;
    },
  };
}

const isOut = () => {
  throw new TypeError('Failed to fetch');
};
const tokenRefused = '{"message":"Invalid CSRF token","type":"csrf_token_invalid"}';
const logOut = { url: 'logout', method: 'POST' } as const;

test('a read from a page left untouched for a minute carries the X-Left-Alone header', async () => {
  const sent = answers(reply(200, '{}'), reply(200, '{}'));
  const call = createBaseQuery(tokens());
  await call('stats', never, {});
  jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_001);
  await call('stats', never, {});
  jest.restoreAllMocks();
  expect(sent.map(({ headers }) => headers['X-Left-Alone'])).toEqual([undefined, '1']);
});

test('every call sends the cookies', async () => {
  const sent = answers(reply(200, '{}'), reply(200, '{}'), reply(200, '{}'));
  const call = createBaseQuery(tokens());
  await call('stats', never, {});
  await call(logOut, never, {});
  await call({ ...logOut, adds: true }, never, {});
  expect(sent.map(({ credentials }) => credentials)).toEqual(['include', 'include', 'include']);
});

test('a mutating call carries the CSRF token and its own idempotency key', async () => {
  const sent = answers(reply(200, '{}'), reply(200, '{}'));
  const call = createBaseQuery(tokens());
  await call(logOut, never, {});
  await call(logOut, never, {});
  expect(sent.map(({ headers }) => headers['X-CSRF-Token'])).toEqual(['token-1', 'token-1']);
  expect(sent[0]?.headers['Idempotency-Key']).toMatch(/^[0-9a-f-]{36}$/u);
  expect(sent[1]?.headers['Idempotency-Key']).not.toBe(sent[0]?.headers['Idempotency-Key']);
});

test.each([
  ['whose CSRF token is refused', reply(403, tokenRefused)],
  ['that is refused for another reason', reply(409, '{"message":"Taken"}')],
  ['that fails at the server', reply(503, '')],
  ['that does not reach the server', isOut],
])('a mutating call %s is retried once, with a new CSRF token and the same idempotency key', async (_, failing) => {
  const sent = answers(failing, reply(200, '{"done":true}'));
  const result = await createBaseQuery(tokens())(logOut, never, {});
  expect(result).toMatchObject({ data: { done: true } });
  expect(sent.map(({ headers }) => headers['X-CSRF-Token'])).toEqual(['token-1', 'token-2']);
  expect(sent[1]?.headers['Idempotency-Key']).toBe(sent[0]?.headers['Idempotency-Key']);
});

test('a retry that is refused for another reason than its CSRF token keeps the token', async () => {
  const refused = reply(403, '{"message":"No CSRF for you","type":"origin_not_allowed"}');
  const sent = answers(refused, refused, reply(200, '{}'));
  const call = createBaseQuery(tokens());
  await call(logOut, never, {});
  await call(logOut, never, {});
  expect(sent.map(({ headers }) => headers['X-CSRF-Token'])).toEqual(['token-1', 'token-2', 'token-2']);
});

test('a refused CSRF token is discarded, and so is its replacement if refused too', async () => {
  const refused = reply(403, tokenRefused);
  const sent = answers(refused, refused, reply(200, '{}'), reply(200, '{}'));
  const call = createBaseQuery(tokens());
  await call(logOut, never, {});
  await call(logOut, never, {});
  await call(logOut, never, {});
  expect(sent.map(({ headers }) => headers['X-CSRF-Token'])).toEqual(['token-1', 'token-2', 'token-3', 'token-3']);
});

// proves s8.transport.message-text
test('a second failure is final, and its error states the status and the response', async () => {
  const sent = answers(reply(503, ''), reply(409, '{"message":"Taken"}'));
  const { error } = await createBaseQuery(tokens())(logOut, never, {});
  expect(sent).toHaveLength(2);
  expect(error).toEqual({ status: 409, message: '409: {"message":"Taken"}', body: { message: 'Taken' } });
});

describe('a call that creates something', () => {
  const logEntry = {
    url: 'devices/CB-1/logs',
    method: 'POST',
    changes: ['CB-1'],
    body: { issue: 'Hinge' },
    adds: true,
  } as const;
  const keys = (sent: Sent[]) => sent.map(({ headers }) => headers['Idempotency-Key']);
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test.each([
    ['did not reach the server', isOut],
    ['failed at the server', reply(503, '')],
  ])('keeps its idempotency key when it is sent again after it %s', async (_, failing) => {
    const sent = answers(failing, failing, reply(201, '{}'), reply(201, '{}'));
    const call = createBaseQuery(tokens());
    await call(logEntry, never, {});
    await call(logEntry, never, {});
    expect(new Set(keys(sent)).size).toBe(1);
    await call(logEntry, never, {});
    expect(keys(sent)[3]).not.toBe(keys(sent)[0]);
  });

  test('gets a new key for another body or device, after a refusal, or ten minutes later', async () => {
    const refused = reply(409, '{"message":"No"}');
    const done = reply(201, '{}');
    const sent = answers(isOut, isOut, done, done, isOut, refused, done, isOut, isOut, done);
    const call = createBaseQuery(tokens());
    await call(logEntry, never, {});
    await call({ ...logEntry, body: { issue: 'Keys' } }, never, {});
    await call({ ...logEntry, url: 'devices/CB-2/logs' }, never, {});
    expect(new Set(keys(sent)).size).toBe(3);
    await call(logEntry, never, {});
    await call(logEntry, never, {});
    expect(keys(sent)[5]).toBe(keys(sent)[0]);
    expect(keys(sent)[6]).not.toBe(keys(sent)[0]);
    await call(logEntry, never, {});
    jest.advanceTimersByTime(10 * 60_000);
    await call(logEntry, never, {});
    expect(keys(sent)[9]).not.toBe(keys(sent)[8]);
  });
});

test('a call that takes back what another may have created lets that one create anew', async () => {
  const creation = { url: 'profile/tokens', method: 'POST', body: { name: 'Nightly' }, adds: true } as const;
  const another = { ...creation, body: { name: 'Weekly' } };
  const revocation = { url: 'profile/tokens/t1', method: 'DELETE', undoes: creation } as const;
  const done = reply(200, '{}');
  const sent = answers(isOut, isOut, isOut, isOut, done, done, done);
  const call = createBaseQuery(tokens());
  for (const args of [creation, another, revocation, creation, another]) await call(args, never, {});
  const keys = sent.map(({ headers }) => headers['Idempotency-Key']);
  expect(keys[5]).not.toBe(keys[0]);
  expect(keys[6]).toBe(keys[2]);
});

// proves s8.transport.message-status-text
test('a failed read is not retried, and if its body is empty the error states the status text', async () => {
  const sent = answers(reply(500, ''));
  const { error } = await createBaseQuery(tokens())('stats', never, {});
  expect(sent).toHaveLength(1);
  expect(error).toEqual({ status: 500, message: '500: Status text', body: undefined });
});

// proves s7.plumbing.default-get-joins-key s7.plumbing.default-get-json
test('a query key is fetched by GET, with its parts joined by slashes, and returns the JSON body', async () => {
  const sent = answers(reply(200, '[{"issue":"Hinge"}]'), reply(200, '{"intake":1}'));
  const call = createBaseQuery(tokens());
  expect(await call(['devices', 'CB/1 ü', 'logs'], never, {})).toMatchObject({ data: [{ issue: 'Hinge' }] });
  expect(await call('stats', never, {})).toMatchObject({ data: { intake: 1 } });
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/devices/CB%2F1%20%C3%BC/logs',
    'GET /api/stats',
  ]);
});

test('an unreachable server is an error with a readable message', async () => {
  answers(isOut);
  const { error } = await createBaseQuery(tokens())('stats', never, {});
  expect(error).toEqual({ status: 'unreachable', message: UNREACHABLE, body: undefined });
});

test.each([logOut, 'stats'] as const)('an aborted call returns an error and is not retried: %j', async (args) => {
  const ending = new AbortController();
  const sent = answers(() => {
    ending.abort();
    throw ending.signal.reason;
  });
  const call = createBaseQuery(tokens())(args, { signal: ending.signal } as never, {});
  await expect(call).resolves.toHaveProperty('error');
  expect(sent).toHaveLength(1);
});

test('a change that times out is sent once more with the same idempotency key', async () => {
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
  const keys: unknown[] = [];
  globalThis.fetch = ((_: string, { signal, headers }: RequestInit) => {
    keys.push(new Headers(headers).get('Idempotency-Key'));
    return signal?.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve(reply(200, '{"done":true}')());
  }) as typeof fetch;
  expect(await createBaseQuery(tokens())(logOut, never, {})).toMatchObject({ data: { done: true } });
  expect(timeout.mock.calls).toEqual([[60_000], [60_000]]);
  expect(keys).toEqual([keys[0], keys[0]]);
  timeout.mockRestore();
});

test('a read without an answer times out as unreachable', async () => {
  const ending = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(ending.signal);
  globalThis.fetch = ((_: string, { signal }: RequestInit) =>
    new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason as Error)))) as typeof fetch;
  const asked = createBaseQuery(tokens())('stats', never, {});
  expect(timeout.mock.calls).toEqual([[15_000]]);
  ending.abort();
  expect(await asked).toMatchObject({ error: { status: 'unreachable', message: UNREACHABLE } });
  timeout.mockRestore();
});

test('filters that are not set are left out of the URL', async () => {
  const sent = answers(reply(200, '[]'));
  await createBaseQuery(tokens())({ url: 'devices', params: { q: 'a b', school: undefined, status: '' } }, never, {});
  expect(sent[0]?.url).toBe('/api/devices?q=a+b');
});

test('the total and the next cursor of a list are read from the headers', () => {
  const headers = new Map([
    ['X-Total-Count', '430'],
    ['Link', '</api/devices?limit=200&cursor=a%2Fb>; rel="next"'],
  ]);
  expect(pageMeta({ get: (name: string) => headers.get(name) ?? null } as Headers)).toEqual({
    total: 430,
    next: 'a/b',
  });
  expect(pageMeta({ get: () => null } as unknown as Headers)).toEqual({ total: null, next: null });
});
