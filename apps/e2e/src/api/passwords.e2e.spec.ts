import { randomUUID } from 'node:crypto';
import { type Api, openApi } from '../support/api';
import { accountOf, expect, newColleague, test } from '../support/api-journey';
import { newPerson } from '../support/people';

// proves d.accounts.other-domain
test('a sign-in from another email domain is refused', async ({ url }) => {
  const api = await openApi(url);
  for (const domain of ['elsewhere.example', 'school.example.evil.example', 'sub.school.example']) {
    const { status, body } = await api.signIn(`${randomUUID()}@${domain}`, 'a long enough password');
    expect(status).toBe(403);
    expect((body as { message: string }).message).toContain("Only the school's email domain is allowed");
  }
});

const rejected: [string, (email: string) => string][] = [
  ['too short', () => 'seven 7'],
  ['too long', () => 'x1'.repeat(64) + 'x'],
  ['common', () => 'password123'],
  ['the email', (email) => email],
];
for (const [what, passwordOf] of rejected) {
  // proves d.accounts.bad-password-first-sign-in d.accounts.password-min d.accounts.password-max
  // proves d.accounts.password-common d.accounts.password-email
  test(`a first password that is ${what} creates no account`, async ({ url, admin }) => {
    const { email } = newPerson();
    const { status, body } = await (await openApi(url)).signIn(email, passwordOf(email));
    expect(status).toBe(400);
    expect(body).toMatchObject({ issues: [{ path: 'password' }] });
    expect(await accountOf(admin, email)).toBeUndefined();
  });
}

// proves d.accounts.wrong-password d.accounts.wrong-password-same-text d.accounts.wrong-password-same-time
test('a wrong password gets the same message in the same time, approved or not', async ({ url, member }) => {
  const api = await openApi(url);
  const person = newPerson();
  await api.signIn(person.email, person.password);
  const quickest = { approved: Infinity, pending: Infinity };
  const ratio = () => Math.max(...Object.values(quickest)) / Math.min(...Object.values(quickest));
  // The quickest of several attempts, and of more if other work kept the machine busy.
  for (let times = 0; times < 3 || (times < 9 && ratio() >= 1.6); times += 1) {
    for (const [kind, email] of [
      ['approved', member.email],
      ['pending', person.email],
    ] as const) {
      const { took, answer } = await timed(() => api.signIn(email, 'not the password'));
      expect(answer).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
      expect(Object.keys(answer.body as object).sort()).toEqual(['message', 'type']);
      quickest[kind] = Math.min(quickest[kind], took);
    }
  }
  // One argon2 run more or less would at least double the time.
  expect(ratio()).toBeLessThan(1.6);
});

// proves d.accounts.throttle-address d.accounts.throttle-retry-after
test('guesses at one email are rate limited', async ({ url, admin }) => {
  const { email, password } = await newColleague(admin, url);
  const statuses: number[] = [];
  for (let times = 0; times < 10; times += 1) statuses.push((await guess(await openApi(url), email)).status);
  expect(new Set(statuses)).toEqual(new Set([401]));
  const refused = await guess(await openApi(url), email);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await (await openApi(url)).signIn(email, password)).status, 'the right password too').toBe(429);
});

// proves d.calls.idempotency-login-throttle
test('a guess repeated with its idempotency key counts once', async ({ url, admin }) => {
  const { email, password } = await newColleague(admin, url);
  const api = await openApi(url);
  for (let times = 0; times < 7; times += 1) {
    const key = { 'Idempotency-Key': randomUUID() };
    const statuses = [(await guess(api, email, key)).status, (await guess(api, email, key)).status];
    expect(statuses).toEqual([401, 401]);
  }
  expect((await api.signIn(email, password)).status, 'fourteen sent, seven counted').toBe(200);
});

test.describe('one client', () => {
  test.skip(process.platform !== 'linux', 'needs an address of the loopback network for itself');

  // proves d.accounts.throttle-creation
  test('may create twenty accounts an hour, while another client may go on', async ({ url }) => {
    const api = await openApi(url);
    const statuses = await inTurn(21, () => firstSignIn(api));
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 403), 429]);
    expect(await firstSignIn(await openApi(url))).toBe(403);
  });

  // proves d.accounts.throttle-client
  test('may try a hundred emails in a row, while another client may go on', async ({ url }) => {
    const api = await openApi(url);
    const tooShort = async (client: Api) => (await client.signIn(newPerson().email, 'short')).status;
    const statuses = await inTurn(100, () => tooShort(api));
    expect(new Set(statuses)).toEqual(new Set([400]));
    // One more attempt is allowed every six seconds.
    await expect.poll(() => tooShort(api), { intervals: [1], timeout: 30_000 }).toBe(429);
    expect(await tooShort(await openApi(url))).toBe(400);
  });
});

const guess = (api: Api, email: string, headers?: Record<string, string>) =>
  api.signIn(email, 'not the password', headers);

async function firstSignIn(api: Api): Promise<number> {
  const { email, password } = newPerson();
  return (await api.signIn(email, password)).status;
}

async function inTurn(times: number, ask: () => Promise<number>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) statuses.push(await ask());
  return statuses;
}

async function timed<Answer>(ask: () => Promise<Answer>): Promise<{ took: number; answer: Answer }> {
  const startedAt = performance.now();
  const answer = await ask();
  return { took: performance.now() - startedAt, answer };
}
