import { Authenticate, DecideOnUser, SignOut } from '@repairline/contracts/identity/calls';
import { signInsEndedSubject, type SignInsEnded } from '@repairline/contracts/published/published-subjects';
import { createLogger } from '@repairline/service-kit/logger';
import { member, signInAdmin } from '../testing/people';
import { ADMIN, runIdentity, type RunningIdentity, type SignedIn } from '../testing/running-identity';
import { removeExpired } from './housekeeping';
import { openSignIn } from './sign-ins';

const HOUR = 3_600_000;
let clock = Date.now();
let running: RunningIdentity;
let admin: SignedIn;
beforeAll(async () => {
  running = await runIdentity({ now: () => new Date(clock) });
  admin = await signInAdmin(running);
});
afterAll(() => running.stop());

async function isIn({ tokenHash }: { tokenHash: string }, extend = false): Promise<boolean> {
  return (await running.call(Authenticate, { tokenHash, extend })).user !== null;
}

/** What gateways are told about this sign-in while the work runs. */
async function announced(of: SignedIn, work: () => Promise<unknown>): Promise<SignInsEnded> {
  await running.identity.bus.flush();
  const subscription = running.bus.subscribe(signInsEndedSubject);
  await running.bus.flush();
  await work();
  for await (const message of subscription) {
    const ended = message.json<SignInsEnded>();
    if (ended.userId !== of.user.id || (ended.tokenHash ?? of.tokenHash) !== of.tokenHash) continue;
    subscription.unsubscribe();
    return ended;
  }
  throw new Error('The bus has closed');
}

describe('limits', () => {
  // proves d.config.session-idle-default
  test('a sign-in ends after 12 hours without use', async () => {
    const signedIn = await signInAdmin(running);
    clock += 12 * HOUR - 1_000;
    expect(await isIn(signedIn)).toBe(true);
    clock += 2_000;
    expect(await isIn(signedIn)).toBe(false);
  });

  test('use extends a sign-in, a call made by a timer does not', async () => {
    const [used, idle] = [await signInAdmin(running), await signInAdmin(running)];
    clock += 11 * HOUR;
    expect([await isIn(used, true), await isIn(idle, false)]).toEqual([true, true]);
    clock += 2 * HOUR;
    expect([await isIn(used), await isIn(idle)]).toEqual([true, false]);
  });

  // proves d.config.session-max-default
  test('a sign-in ends after 168 hours, however busy', async () => {
    const signedIn = await signInAdmin(running);
    for (let hours = 0; hours < 160; hours += 10) {
      clock += 10 * HOUR;
      expect(await isIn(signedIn, true)).toBe(true);
    }
    clock += 8 * HOUR;
    expect(await isIn(signedIn, true)).toBe(false);
  });

  test('use is recorded at most once a minute', async () => {
    const { tokenHash } = await signInAdmin(running);
    const seenAt = async () => {
      const { rows } = await running.identity.pool.query<{ last_seen_at: string }>(
        'select last_seen_at from sign_ins where token_hash = $1',
        [tokenHash],
      );
      return Date.parse(rows[0]?.last_seen_at ?? '');
    };
    const start = clock;
    clock += 59_000;
    await isIn({ tokenHash }, true);
    expect(await seenAt()).toBe(start);
    clock += 1_000;
    await isIn({ tokenHash }, true);
    expect(await seenAt()).toBe(clock);
  });

  test('expired sign-ins are removed and announced to gateways', async () => {
    const removeExpiredNow = () => removeExpired({ ...running.identity, logger: createLogger('identity', 'silent') });
    const signedIn = await signInAdmin(running);
    await removeExpiredNow();
    expect(await isIn(signedIn)).toBe(true);
    clock += 13 * HOUR;
    const ended = await announced(signedIn, removeExpiredNow);
    expect(ended).toEqual({ userId: signedIn.user.id, tokenHash: signedIn.tokenHash });
    const { rows } = await running.identity.pool.query('select 1 from sign_ins');
    expect(rows).toEqual([]);
  });
});

describe('configured limits', () => {
  let strict: RunningIdentity;
  beforeAll(async () => {
    const hours = { SESSION_IDLE_HOURS: '0.5', SESSION_MAX_HOURS: '2' };
    strict = await runIdentity({ now: () => new Date(clock) }, undefined, hours);
  });
  afterAll(() => strict.stop());
  const isInStrictly = async ({ tokenHash }: SignedIn) =>
    (await strict.call(Authenticate, { tokenHash, extend: true })).user !== null;

  // proves d.config.session-idle-hours
  test('a sign-in ends after SESSION_IDLE_HOURS without use', async () => {
    const signedIn = await signInAdmin(strict);
    clock += 0.5 * HOUR - 1_000;
    expect(await isInStrictly(signedIn)).toBe(true);
    clock += 0.5 * HOUR + 1_000;
    expect(await isInStrictly(signedIn)).toBe(false);
  });

  // proves d.config.session-max-hours
  test('a sign-in ends after SESSION_MAX_HOURS, however busy', async () => {
    const signedIn = await signInAdmin(strict);
    for (let quarter = 1; quarter < 8; quarter += 1) {
      clock += HOUR / 4;
      expect(await isInStrictly(signedIn)).toBe(true);
    }
    clock += HOUR / 4 + 1_000;
    expect(await isInStrictly(signedIn)).toBe(false);
  });
});

describe('the end of a sign-in', () => {
  test('an unknown token belongs to nobody', async () =>
    expect(await isIn({ tokenHash: 'ff'.repeat(32) })).toBe(false));

  test('sign-out invalidates its own token only, and gateways are told', async () => {
    const [one, other] = [await signInAdmin(running), await signInAdmin(running)];
    const ended = await announced(one, () => running.call(SignOut, { tokenHash: one.tokenHash }, one.as));
    expect(ended).toEqual({ userId: one.user.id, tokenHash: one.tokenHash });
    expect([await isIn(one), await isIn(other)]).toEqual([false, true]);
    expect(await running.call(SignOut, { tokenHash: one.tokenHash })).toEqual({});
  });

  test('a new sign-in ends the one whose cookie came with it', async () => {
    const before = await signInAdmin(running);
    let after: SignedIn | undefined;
    const ended = await announced(before, async () => {
      after = await running.signIn({ ...ADMIN, replaces: before.tokenHash });
    });
    expect(ended).toEqual({ userId: before.user.id, tokenHash: before.tokenHash });
    expect(await isIn(before)).toBe(false);
    expect(after && (await isIn(after))).toBe(true);
  });

  test('revoking a user ends all of their sign-ins at once, and gateways are told', async () => {
    const one = await member(running, admin, 'ada@school.example');
    const other = await running.signIn({ email: 'ada@school.example' });
    const revoke = { userId: one.user.id, approved: false };
    const ended = await announced(one, () => running.call(DecideOnUser, revoke, admin.as));
    expect(ended).toEqual({ userId: one.user.id, tokenHash: null });
    expect([await isIn(one), await isIn(other)]).toEqual([false, false]);
  });

  test('a sign-in that races with a revocation is invalid, even after a new approval', async () => {
    const { user } = await member(running, admin, 'bob@school.example');
    const { rows } = await running.identity.pool.query<{ approvedPosition: number; passwordHash: string }>(
      `select approved_position as "approvedPosition", password_hash as "passwordHash"
       from users join credentials using (user_id) where user_id = $1`,
      [user.id],
    );
    const [accepted] = rows;
    if (!accepted) throw new Error('The user has no password');
    await running.call(DecideOnUser, { userId: user.id, approved: false }, admin.as);
    const late = { tokenHash: 'cd'.repeat(32), userId: user.id, agent: '', ...accepted };
    expect(await openSignIn(running.identity.pool, late, new Date(clock))).toBe(true);
    expect(await isIn(late)).toBe(false);
    await running.call(DecideOnUser, { userId: user.id, approved: true }, admin.as);
    expect(await isIn(late)).toBe(false);
  });
});

test('a column that a later version adds to users does not break a process that is still running', async () => {
  const signedIn = await signInAdmin(running);
  // Each connection has plans of its own.
  const all = () => Promise.all(Array.from({ length: 20 }, () => isIn(signedIn)));
  await all();
  await running.identity.pool.query('alter table users add column nickname text');
  expect(new Set(await all())).toEqual(new Set([true]));
});
