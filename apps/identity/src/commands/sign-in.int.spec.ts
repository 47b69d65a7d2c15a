import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DomainError } from '@repairline/contracts/domain-error';
import {
  Authenticate,
  DecideOnUser,
  ListUsers,
  RenameUser,
  SignIn,
  SignOut,
} from '@repairline/contracts/identity/calls';
import { userIdOf } from '../identity';
import { credentialOf, keepFirstPassword, replacePassword } from '../sign-ins/credentials';
import { createPasswords } from '../sign-ins/passwords';
import { newcomer, signInAdmin } from '../testing/people';
import { ADMIN, PASSWORD, runIdentity, type RunningIdentity, type SignedIn } from '../testing/running-identity';

const real = createPasswords();
let work: string[] = [];
let tooMany: DomainError | undefined;
let afterVerifying = () => Promise.resolve();
const passwords = {
  hash: (password: string) => (work.push('hash'), real.hash(password)),
  verify: (hash: string | undefined, password: string) =>
    tooMany ? Promise.reject(tooMany) : (work.push('verify'), real.verify(hash, password).finally(afterVerifying)),
};

let running: RunningIdentity;
let asAdmin: SignedIn['as'];
beforeAll(async () => {
  running = await runIdentity({ passwords });
  asAdmin = (await signInAdmin(running)).as;
});
afterAll(() => running.stop());
beforeEach(() => (work = []));

function attempt(email: string, password = PASSWORD) {
  return { email, password, client: 'a client', replaces: null, tokenHash: 'ab'.repeat(32) };
}

async function accounts(email: string) {
  return (await running.call(ListUsers, {}, asAdmin)).items.filter((user) => user.email === email);
}

/** The database as its owner: the service itself may not remove passwords. */
async function withOwner(use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: running.database.adminUrl });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

function losePassword(userId: string): Promise<void> {
  return withOwner((client) => client.query('delete from identity.credentials where user_id = $1', [userId]));
}

describe('the first Admin', () => {
  // proves d.config.admin-created-approved
  test('is approved and can sign in', async () => {
    const { user, tokenHash } = await signInAdmin(running);
    expect(user).toMatchObject({ email: ADMIN.email, role: 'Admin', approved: true });
    expect(await running.call(Authenticate, { tokenHash, extend: true })).toEqual({ user });
  });

  // proves d.config.admin-first-start-only
  test('is created on the first start only', async () => {
    const other = { ADMIN_EMAIL: 'other@school.example', ADMIN_PASSWORD: 'another-anchor-40' };
    const again = await runIdentity({}, running.database, other);
    try {
      expect((await accounts(ADMIN.email)).length).toBe(1);
      expect(await accounts(other.ADMIN_EMAIL)).toEqual([]);
      expect(await running.identity.store.readStream('staff')).toHaveLength(2);
    } finally {
      await again.stop();
    }
  });
});

describe('a first sign-in', () => {
  // proves d.accounts.first-sign-in-creates s3.user.role-default s3.user.approved-default s3.user.email-unique
  // proves d.accounts.email-lower-case
  test('creates a pending account with that password', async () => {
    const first = await running.refusal(SignIn, attempt('Ada@School.example'));
    expect(first).toMatchObject({ code: 'pending_approval', details: { email: 'ada@school.example' } });
    expect(await accounts('ada@school.example')).toMatchObject([{ approved: false, role: 'Member', deniedAt: null }]);
    expect(await running.refusal(SignIn, attempt('ada@school.example'))).toMatchObject({ code: 'pending_approval' });
    expect(await running.refusal(SignIn, attempt('ada@school.example', 'not the same'))).toMatchObject({
      code: 'invalid_credentials',
    });
  });

  // proves s3.user.fields s7.admin.users
  test('of a user who is then approved and renamed leads to an account with all fields', async () => {
    const { id: userId } = await newcomer(running, 'field@school.example');
    await running.call(DecideOnUser, { userId, approved: true }, asAdmin);
    await running.call(RenameUser, { userId, name: 'Fay Field' }, asAdmin);
    await running.signIn({ email: 'field@school.example' });
    const [account] = await accounts('field@school.example');
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u) as unknown;
    expect(account).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u) as unknown,
      ...{ email: 'field@school.example', name: 'Fay Field', role: 'Member', approved: true, deniedAt: null },
      ...{ lastLoginAt: moment, createdAt: moment, updatedAt: moment },
      ...{ approvalCode: null, removable: false },
    });
    const { rows } = await running.identity.pool.query('select 1 from credentials where user_id = $1', [userId]);
    expect(rows).toHaveLength(1);
  });

  test('of another domain is refused and creates no account', async () => {
    const refusal = await running.refusal(SignIn, attempt('ada@elsewhere.example'));
    expect(refusal.code).toBe('domain_not_allowed');
    expect(refusal.message).toContain('school.example');
    expect(await accounts('ada@elsewhere.example')).toEqual([]);
  });

  // proves d.config.email-domains-list
  test('from any of several domains is accepted, and from no other', async () => {
    const domains = { SCHOOL_EMAIL_DOMAINS: 'one.example, Two.example', ADMIN_EMAIL: 'admin@two.example' };
    const several = await runIdentity({ passwords }, undefined, domains);
    try {
      const emails = ['ada@one.example', 'ada@TWO.example', 'ada@school.example', 'ada@sub.one.example'];
      const codes = emails.map(async (email) => (await several.refusal(SignIn, attempt(email))).code);
      expect(await Promise.all(codes)).toEqual([
        ...['pending_approval', 'pending_approval'],
        ...['domain_not_allowed', 'domain_not_allowed'],
      ]);
    } finally {
      await several.stop();
    }
  });

  // proves d.accounts.password-min d.accounts.password-max d.accounts.password-common d.accounts.password-email
  test.each(['seven 7', 'x1'.repeat(64) + 'x', 'password123', 'weak@school.example'])(
    "with the password '%s' is refused",
    async (password) => {
      expect(await running.refusal(SignIn, attempt('weak@school.example', password))).toMatchObject({
        code: 'password_rejected',
        issues: [{ path: 'password' }],
      });
      expect(await accounts('weak@school.example')).toEqual([]);
    },
  );

  test('twice at once with two passwords creates one account, with one of the passwords', async () => {
    const [one, other] = ['violet-harbour-11', 'violet-harbour-22'] as const;
    const answers = await Promise.all(
      [one, other].map((password) => running.refusal(SignIn, attempt('twin@school.example', password))),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual(['invalid_credentials', 'pending_approval']);
    expect(await accounts('twin@school.example')).toHaveLength(1);
  });

  test('twice at once with the same password is pending both times', async () => {
    const answers = await Promise.all([1, 2].map(() => running.refusal(SignIn, attempt('double@school.example'))));
    expect(answers.map(({ code }) => code)).toEqual(['pending_approval', 'pending_approval']);
    expect(await accounts('double@school.example')).toHaveLength(1);
  });
});

describe('a first sign-in that was interrupted', () => {
  test('before the account was recorded is completed with its password, and with no other', async () => {
    const email = 'halfway@school.example';
    const { pool, userIds } = running.identity;
    await keepFirstPassword(pool, userIdOf(userIds, email), await real.hash(PASSWORD));
    const other = await running.refusal(SignIn, attempt(email, 'another-anchor-40'));
    expect(other).toMatchObject({ code: 'invalid_credentials' });
    expect(await accounts(email)).toEqual([]);
    expect(await running.refusal(SignIn, attempt(email))).toMatchObject({ code: 'pending_approval' });
    expect(await accounts(email)).toHaveLength(1);
  });

  test('by another one that makes the account meanwhile is checked against the password of that one', async () => {
    const { store } = running.identity;
    const read = jest.spyOn(store, 'readStream');
    const overtaken = (email: string, password?: string) => {
      read.mockImplementationOnce(async (stream) => {
        await running.refusal(SignIn, attempt(email));
        return store.readStream(stream);
      });
      return running.refusal(SignIn, attempt(email, password));
    };
    try {
      expect(await overtaken('same@school.example')).toMatchObject({ code: 'pending_approval' });
      const other = await overtaken('other@school.example', 'another-anchor-40');
      expect(other).toMatchObject({ code: 'invalid_credentials' });
    } finally {
      read.mockRestore();
    }
  });
});

describe('an account whose password is missing, as after a restore with older keys', () => {
  // What an Admin has decided.
  const decisions = { pending: [], approved: [true], revoked: [true, false], denied: [false] };

  test.each(Object.entries(decisions))('and that is %s gets none from whoever signs in', async (status, decided) => {
    const email = `lost-${status}@school.example`;
    const { pool, userIds } = running.identity;
    const userId = userIdOf(userIds, email);
    await running.refusal(SignIn, { ...attempt(email), client: 'of lost passwords' });
    for (const approved of decided) await running.call(DecideOnUser, { userId, approved }, asAdmin);
    await losePassword(userId);
    for (const password of [PASSWORD, 'another-anchor-40', 'short']) {
      work = [];
      expect(await running.refusal(SignIn, attempt(email, password))).toEqual({
        code: 'invalid_credentials',
        message: 'Invalid email or password',
      });
      expect(work).toEqual(['verify']);
    }
    expect(await credentialOf(pool, userId)).toBeUndefined();
    await running.call(DecideOnUser, { userId, approved: true }, asAdmin);
    expect(await running.refusal(SignIn, attempt(email))).toMatchObject({ code: 'invalid_credentials' });
    await replacePassword(pool, userId, await real.hash('another-anchor-40'));
    await expect(running.signIn({ email, password: 'another-anchor-40' })).resolves.toMatchObject({ user: { email } });
  });
});

describe('wrong and right passwords', () => {
  test('a password that was not checked, because too many were waiting, does not count as wrong', async () => {
    await newcomer(running, 'waiting@school.example');
    tooMany = new DomainError({ code: 'too_many_attempts', message: 'Many people are signing in right now.' });
    for (let tries = 0; tries < 12; tries += 1)
      expect(await running.refusal(SignIn, attempt('waiting@school.example'))).toMatchObject(tooMany.toPayload());
    tooMany = undefined;
    expect(await running.refusal(SignIn, attempt('waiting@school.example'))).toMatchObject({
      code: 'pending_approval',
    });
  });

  // proves d.accounts.wrong-password-same-text
  test('a wrong password is refused in the same words whether or not the account is approved', async () => {
    await newcomer(running, 'pending@school.example');
    const refusals = await Promise.all([
      running.refusal(SignIn, attempt('pending@school.example', 'wrong wrong')),
      running.refusal(SignIn, attempt(ADMIN.email, 'wrong wrong')),
    ]);
    const refusal = { code: 'invalid_credentials', message: 'Invalid email or password' };
    expect(refusals).toEqual([refusal, refusal]);
  });

  // proves d.accounts.wrong-password-same-time
  test.each([
    ['a wrong password of an approved account', ADMIN.email, 'wrong wrong', ['verify']],
    ['a wrong password of a pending account', 'timed@school.example', 'wrong wrong', ['verify']],
    ['the right password of a pending account', 'timed@school.example', PASSWORD, ['verify']],
    ['an unknown address with a password against the rules', 'nobody@school.example', 'short', ['verify']],
    ['an unknown address', 'unknown@school.example', PASSWORD, ['hash']],
  ])('%s costs one argon2 operation', async (_, email, password, expected) => {
    await newcomer(running, 'timed@school.example');
    work = [];
    await running.refusal(SignIn, attempt(email, password));
    expect(work).toEqual(expected);
  });

  test('a sign-in is recorded and shown at once', async () => {
    const { user } = await signInAdmin(running);
    const [account] = await accounts(ADMIN.email);
    expect(user.lastLoginAt).not.toBeNull();
    expect(account?.lastLoginAt).toBe(user.lastLoginAt);
  });

  test('a repeated sign-in command is recorded once', async () => {
    const commandId = randomUUID();
    await running.signIn({ ...ADMIN, commandId });
    const before = await running.identity.store.head();
    await running.signIn({ ...ADMIN, commandId });
    expect(await running.identity.store.head()).toBe(before);
  });

  test('with the old password fails if the password is replaced after it was checked', async () => {
    const email = 'replaced@school.example';
    const { id: userId } = await newcomer(running, email);
    await running.call(DecideOnUser, { userId, approved: true }, asAdmin);
    const { pool } = running.identity;
    const hash = await real.hash('another-anchor-40');
    afterVerifying = () => replacePassword(pool, userId, hash);
    const refused = running.refusal(SignIn, attempt(email)).finally(() => (afterVerifying = () => Promise.resolve()));
    expect(await refused).toMatchObject({ code: 'invalid_credentials' });
    const { rowCount } = await pool.query('select from sign_ins where user_id = $1', [userId]);
    expect(rowCount).toBe(0);
    await expect(running.signIn({ email, password: 'another-anchor-40' })).resolves.toMatchObject({ user: { email } });
  });

  test.each([true, false])('a user whose approval is revoked is pending again (revoked twice: %s)', async (twice) => {
    const email = `revoked-${String(twice)}@school.example`;
    const { id: userId } = await newcomer(running, email);
    await running.call(DecideOnUser, { userId, approved: true }, asAdmin);
    await running.signIn({ email });
    await running.call(DecideOnUser, { userId, approved: false }, asAdmin);
    if (twice) await running.call(DecideOnUser, { userId, approved: false }, asAdmin);
    expect(await running.refusal(SignIn, attempt(email))).toMatchObject({ code: 'pending_approval' });
    const [account] = await accounts(email);
    expect([account?.approved, account?.deniedAt !== null]).toEqual([false, twice]);
  });
});

describe('stored data', () => {
  // proves d.accounts.password-argon2id
  test('has passwords as argon2id hashes of the recommended cost', async () => {
    const { rows } = await running.identity.pool.query<{ password_hash: string }>('select * from credentials');
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
  });

  test('shows no address, name or password in the tables of the log, of throttling and of sign-ins', async () => {
    const { as, user } = await signInAdmin(running);
    await running.signIn({ ...ADMIN }).then(({ tokenHash }) => running.call(SignOut, { tokenHash }, as));
    await running.call(
      DecideOnUser,
      { userId: user.id, approved: true },
      { actor: { ...as.actor, name: 'Grace Hopper' } },
    );
    await withOwner(async (client) => {
      for (const table of ['events', 'personal_data_keys', 'throttles', 'counted_attempts', 'sign_ins']) {
        const { rows } = await client.query<{ text: string }>(`select t::text as text from identity.${table} t`);
        const text = rows.map((row) => row.text).join('\n');
        expect(text).not.toBe('');
        expect(text).not.toMatch(/@|school\.example|Grace|copper-lantern|violet-anchor/u);
      }
    });
  });
});
