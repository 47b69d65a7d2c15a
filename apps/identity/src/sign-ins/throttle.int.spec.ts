import { randomUUID } from 'node:crypto';
import { SignIn } from '@repairline/contracts/identity/calls';
import { ADMIN, PASSWORD, runIdentity, type RunningIdentity } from '../testing/running-identity';
import { LIMITS } from './throttle';

let clock = Date.now();
let running: RunningIdentity;
/** Hashing that costs nothing: these tests count attempts. */
const passwords = {
  hash: async (password: string) => `hash of ${password}`,
  verify: async (hash: string | undefined, password: string) => hash === `hash of ${password}`,
};
beforeEach(async () => (running = await runIdentity({ now: () => new Date(clock), passwords })));
afterEach(() => running.stop());

interface Try {
  email?: string;
  password?: string;
  client?: string;
  browser?: string;
  commandId?: string;
}

/** The refusal, with any seconds to wait; null if the sign-in succeeded. */
async function attempt({ commandId = randomUUID(), ...given }: Try) {
  const { email = ADMIN.email, password = 'wrong wrong', client = 'c', browser = null } = given;
  const input = {
    email,
    password,
    client,
    browser,
    replaces: null,
    tokenHash: randomUUID().replaceAll('-', '').repeat(2),
  };
  const answer = await running.call(SignIn, input, { commandId }).catch((error: unknown) => error);
  return answer instanceof Error && 'code' in answer ? answer : null;
}

async function codesOf(tries: Try[]) {
  const codes: unknown[] = [];
  for (const each of tries) codes.push((await attempt(each))?.code ?? 'in');
  return codes;
}

const times = (count: number, make: (index: number) => Try): Try[] => Array.from({ length: count }, (_, i) => make(i));

// proves d.accounts.throttle-address
test('after ten wrong passwords an address must wait, from any client, and other addresses need not', async () => {
  const codes = await codesOf(times(LIMITS.address.burst, (index) => ({ client: `c${index}` })));
  expect(new Set(codes)).toEqual(new Set(['invalid_credentials']));
  const refusal = await attempt({ client: 'elsewhere', password: ADMIN.password });
  expect(refusal).toMatchObject({ code: 'too_many_attempts', details: { retryAfter: 60 } });
  expect(await codesOf([{ email: 'ada@school.example', password: PASSWORD }])).toEqual(['pending_approval']);
});

test('after the wait that was named one more attempt is let through', async () => {
  await codesOf(times(LIMITS.address.burst, () => ({})));
  clock += 59_000;
  expect(await codesOf([{}])).toEqual(['too_many_attempts']);
  clock += 1_000;
  expect(await codesOf([{}, {}])).toEqual(['invalid_credentials', 'too_many_attempts']);
});

test('a clock that was ahead and is put back makes nobody wait longer', async () => {
  clock += 3_600_000;
  await codesOf(times(LIMITS.address.burst, () => ({})));
  clock -= 3_600_000;
  expect(await codesOf([{}])).toEqual(['too_many_attempts']);
  clock += 60_000;
  expect(await codesOf([{}])).toEqual(['invalid_credentials']);
});

test('successful sign-ins do not count', async () => {
  const codes = await codesOf(times(LIMITS.address.burst * 2, () => ({ password: ADMIN.password })));
  expect(new Set(codes)).toEqual(new Set(['in']));
});

test('right passwords of an account that is not approved count like wrong ones', async () => {
  const stranger = (index: number) => ({ email: 'ada@school.example', password: PASSWORD, client: `c${index}` });
  expect(new Set(await codesOf(times(LIMITS.address.burst, stranger)))).toEqual(new Set(['pending_approval']));
  expect(await codesOf([stranger(99)])).toEqual(['too_many_attempts']);
});

test('a browser in which the address has signed in before does not wait for the tries of others', async () => {
  await codesOf(times(LIMITS.address.burst, () => ({ client: 'school' })));
  await codesOf(times(LIMITS.client.burst, (index) => ({ email: `nobody${index}@school.example`, client: 'school' })));
  const known = { client: 'school', browser: 'own laptop' };
  expect(await codesOf([{ client: 'school' }, { ...known, password: ADMIN.password }])).toEqual([
    'too_many_attempts',
    'in',
  ]);
  const codes = await codesOf(times(LIMITS.browser.burst + 1, () => known));
  expect([codes[0], codes.at(-1)]).toEqual(['invalid_credentials', 'too_many_attempts']);
});

// proves d.accounts.throttle-client
test('a client that tries many addresses must wait, and other clients need not', async () => {
  const email = (index: number) => `nobody${index}@school.example`;
  const codes = await codesOf(times(LIMITS.client.burst, (index) => ({ email: email(index), password: 'short' })));
  expect(new Set(codes)).toEqual(new Set(['password_rejected']));
  expect(await codesOf([{ client: 'c' }, { client: 'another' }])).toEqual(['too_many_attempts', 'invalid_credentials']);
});

test('simultaneous attempts are each counted', async () => {
  const codes = await Promise.all(times(25, () => ({})).map(async (each) => (await attempt(each))?.code));
  expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(LIMITS.address.burst);
});

test('simultaneous right passwords from one client all succeed', async () => {
  const codes = new Set<unknown>();
  for (const client of ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']) {
    for (let round = 0; round < 12; round += 1) {
      const together = times(4, () => ({ client, password: ADMIN.password }));
      for (const refusal of await Promise.all(together.map(attempt))) codes.add(refusal?.code ?? 'in');
    }
  }
  expect([...codes]).toEqual(['in']);
});

// proves d.accounts.throttle-creation
test('new pending accounts have their own limit per client', async () => {
  const first = (index: number) => ({ email: `new${index}@school.example`, password: PASSWORD });
  const { burst } = LIMITS.registrationsOfClient;
  const codes = await codesOf(times(burst, first));
  expect(new Set(codes)).toEqual(new Set(['pending_approval']));
  expect(await codesOf([first(burst), first(0), { ...first(burst), client: 'another' }])).toEqual([
    'too_many_attempts',
    'pending_approval',
    'pending_approval',
  ]);
});

// proves d.calls.idempotency-login-throttle
test('a retry of the same attempt is not counted again', async () => {
  const retried = { commandId: randomUUID() };
  await codesOf([retried, retried, retried]);
  expect(new Set(await codesOf(times(LIMITS.address.burst - 1, () => ({}))))).toEqual(new Set(['invalid_credentials']));
  expect(await codesOf([{}])).toEqual(['too_many_attempts']);
});

test('another password under the same command id counts as another attempt', async () => {
  const commandId = randomUUID();
  const codes = await codesOf(times(12, (index) => ({ commandId, password: `guess ${index}` })));
  expect(codes.slice(-2)).toEqual(['too_many_attempts', 'too_many_attempts']);
});

test('the same attempt cannot be retried without limit', async () => {
  const commandId = randomUUID();
  const codes = await codesOf(times(LIMITS.address.burst + 3, () => ({ commandId })));
  expect(codes.at(-1)).toBe('too_many_attempts');
});

test('replicas share their counts', async () => {
  const replica = await runIdentity({ now: () => new Date(clock), passwords }, running.database);
  try {
    await codesOf(times(LIMITS.address.burst, () => ({})));
    const input = { ...ADMIN, client: 'c', replaces: null, tokenHash: 'ab'.repeat(32) };
    expect(await replica.refusal(SignIn, input)).toMatchObject({ code: 'too_many_attempts' });
  } finally {
    await replica.stop();
  }
});
