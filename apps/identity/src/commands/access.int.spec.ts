import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  Authenticate,
  ChangeRole,
  DecideOnUser,
  GetPeople,
  ListTechnicians,
  ListUsers,
  RemoveUser,
  RenameSelf,
  RenameUser,
  SignIn,
} from '@repairline/contracts/identity/calls';
import { changeNoticeSubject, ChangesSince, type ChangeNotice } from '@repairline/contracts/live';
import { ReplayEvents } from '@repairline/messaging/publishing/replay';
import type { HealthCheck } from '@repairline/service-kit/monitoring/health';
import { until } from '@repairline/service-kit/testing/until';
import { inTransaction } from '@repairline/postgres/transaction';
import { member, newcomer, secondAdmin, signInAdmin } from '../testing/people';
import { PASSWORD, runIdentity, type RunningIdentity, type SignedIn } from '../testing/running-identity';

let running: RunningIdentity;
let admin: SignedIn;
beforeEach(async () => {
  running = await runIdentity();
  admin = await signInAdmin(running);
});
afterEach(() => running.stop());

const stoppedIn = ({ detail }: HealthCheck) => (detail as { stopped: string[] }).stopped;
const everyone = async () => (await running.call(ListUsers, {}, admin.as)).items;
const technicians = async (by: SignedIn = admin) => (await running.call(ListTechnicians, {}, by.as)).items;

describe('the last Admin', () => {
  // proves d.accounts.last-admin
  test.each([
    ['demoting each other', (userId: string) => [ChangeRole, { userId, role: 'Member' }] as const],
    ['revoking each other', (userId: string) => [DecideOnUser, { userId, approved: false }] as const],
  ])('of two Admins %s at once, one remains an approved Admin', async (_, order) => {
    const other = await secondAdmin(running, admin, 'ada@school.example');
    const codes = await Promise.all(
      [
        { by: admin, whom: other.user.id },
        { by: other, whom: admin.user.id },
      ].map(async ({ by, whom }) => {
        const [contract, input] = order(whom);
        const outcome = await running.call(contract, input as never, by.as).catch((error: unknown) => error);
        return outcome instanceof Error && 'code' in outcome ? outcome.code : 'done';
      }),
    );
    expect(codes.sort()).toEqual(['done', 'last_admin']);
    expect((await everyone()).filter(({ approved, role }) => approved && role === 'Admin')).toHaveLength(1);
  });

  test('nobody can demote or revoke themselves', async () => {
    await secondAdmin(running, admin, 'ada@school.example');
    const userId = admin.user.id;
    const demote = running.refusal(ChangeRole, { userId, role: 'Member' }, admin.as);
    const revoke = running.refusal(DecideOnUser, { userId, approved: false }, admin.as);
    expect((await demote).code).toBe('own_account');
    expect((await revoke).code).toBe('own_account');
  });
});

describe('an Admin whose access is taken away', () => {
  test('cannot give it back to themselves with a command that was on its way', async () => {
    const other = await secondAdmin(running, admin, 'ada@school.example');
    const userId = other.user.id;
    await running.call(DecideOnUser, { userId, approved: false }, admin.as);
    expect((await running.refusal(DecideOnUser, { userId, approved: true }, other.as)).code).toBe('admin_only');
    await running.call(DecideOnUser, { userId, approved: true }, admin.as);
    await running.call(ChangeRole, { userId, role: 'Member' }, admin.as);
    expect((await running.refusal(ChangeRole, { userId, role: 'Admin' }, other.as)).code).toBe('admin_only');
  });

  test('keeps the sign-ins and tokens of a later approval when the first decision is repeated', async () => {
    const { user } = await member(running, admin, 'ada@school.example');
    const revoke = { userId: user.id, approved: false };
    const once = { ...admin.as, commandId: randomUUID() };
    await running.call(DecideOnUser, revoke, once);
    await running.call(DecideOnUser, { userId: user.id, approved: true }, admin.as);
    const later = await running.signIn({ email: 'ada@school.example' });
    expect(await running.call(DecideOnUser, revoke, once)).toMatchObject({ approved: true });
    const authenticated = await running.call(Authenticate, { tokenHash: later.tokenHash, extend: false });
    expect(authenticated).toMatchObject({ user: { id: user.id } });
  });

  test('cannot sign in again while the list of users has stopped', async () => {
    const { user } = await member(running, admin, 'ada@school.example');
    const { store, views } = running.identity;
    const taken = { userId: 'a copy', email: 'ada@school.example', name: 'Ada', role: 'Member' } as const;
    const context = { commandId: randomUUID(), correlationId: 'test', actor: null };
    await store.append('user-a copy', 0, [{ event: { type: 'UserRegistered', data: taken } }], context);
    await until(async () => isDeepStrictEqual(stoppedIn(await views.health()), ['users']));
    const revoke = running.refusal(DecideOnUser, { userId: user.id, approved: false }, admin.as);
    expect((await revoke).code).toBe('views_behind');
    await expect(running.signIn({ email: 'ada@school.example' })).rejects.toMatchObject({ code: 'pending_approval' });
  });
});

describe('permissions', () => {
  // proves d.roles.enforced-by-service
  test('only Admins approve, promote or rename other users and list all accounts', async () => {
    const { as, user } = await member(running, admin, 'ada@school.example');
    const refusals = [
      running.refusal(DecideOnUser, { userId: user.id, approved: true }, as),
      running.refusal(ChangeRole, { userId: user.id, role: 'Admin' }, as),
      running.refusal(RenameUser, { userId: admin.user.id, name: 'Boss' }, as),
      running.refusal(ListUsers, {}, as),
    ];
    for (const refusal of refusals) expect((await refusal).code).toBe('admin_only');
    expect((await running.refusal(ListTechnicians, {})).code).toBe('not_signed_in');
    expect((await running.refusal(ListUsers, {})).code).toBe('not_signed_in');
  });

  test('an API token of an Admin can neither decide on users nor promote them', async () => {
    const { user } = await member(running, admin, 'ada@school.example');
    const script = { actor: { ...admin.as.actor, tokenId: 'a token' } };
    const refusals = [
      running.refusal(DecideOnUser, { userId: user.id, approved: true }, script),
      running.refusal(ChangeRole, { userId: user.id, role: 'Admin' }, script),
    ];
    for (const refusal of refusals) expect((await refusal).code).toBe('token_not_allowed');
    expect(await everyone()).toContainEqual(expect.objectContaining({ id: user.id, role: 'Member' }));
  });

  test('a promotion is answered with the new role, and the list shows it at once', async () => {
    const { user } = await member(running, admin, 'ada@school.example');
    const promoted = await running.call(ChangeRole, { userId: user.id, role: 'Admin' }, admin.as);
    expect(promoted).toMatchObject({ id: user.id, role: 'Admin' });
    expect(await everyone()).toContainEqual(promoted);
  });

  test('an unapproved user cannot be promoted', async () => {
    const { id: userId } = await newcomer(running, 'ada@school.example');
    expect((await running.refusal(ChangeRole, { userId, role: 'Admin' }, admin.as)).code).toBe('user_not_approved');
  });

  test.each(['nobody', '\u0000', '8f14e45f-ceea-4672-9d1c-5b1f1c3e8a11'])(
    'a decision on the unknown user id %j answers user_not_found',
    async (userId) => {
      const refusal = await running.refusal(DecideOnUser, { userId, approved: true }, admin.as);
      expect(refusal.code).toBe('user_not_found');
    },
  );
});

describe('an account that somebody else has made', () => {
  const email = 'ada@school.example';
  const attempt = (password: string) => ({ email, password, client: 'c', replaces: null, tokenHash: 'ab'.repeat(32) });
  const withApprovalCode = true;
  const codeFor = async (password: string) =>
    (await running.refusal(SignIn, { ...attempt(password), withApprovalCode })).details?.approvalCode as string;
  const remove = (userId: string, by: SignedIn = admin) => running.refusal(RemoveUser, { userId }, by.as);

  test('shows Admins the code that whoever knows its password sees, and nobody else', async () => {
    const { id, approvalCode } = await newcomer(running, email);
    expect(approvalCode).toMatch(/^[2-9A-Z]{3}-[2-9A-Z]{3}$/u);
    expect(await codeFor(PASSWORD)).toBe(approvalCode);
    expect((await running.refusal(SignIn, attempt(PASSWORD))).details).toEqual({ email });
    expect((await running.refusal(SignIn, { ...attempt('wrong wrong'), withApprovalCode })).details).toBeUndefined();
    const approved = await running.call(DecideOnUser, { userId: id, approved: true }, admin.as);
    expect(approved.approvalCode).toBeNull();
  });

  test('is removed by an Admin with its password, so that its owner can make it with their own', async () => {
    const { id: userId, approvalCode } = await newcomer(running, email);
    await running.call(RemoveUser, { userId }, admin.as);
    expect((await everyone()).map((account) => account.email)).not.toContain(email);
    expect((await running.refusal(DecideOnUser, { userId, approved: true }, admin.as)).code).toBe('user_not_found');
    const own = await codeFor('velvet-harbour-88');
    expect(own).not.toBe(approvalCode);
    expect((await running.refusal(SignIn, attempt(PASSWORD))).code).toBe('invalid_credentials');
    const compared = { userId, approved: true, approvalCode: approvalCode ?? '' };
    expect((await running.refusal(DecideOnUser, compared, admin.as)).code).toBe('approval_code_changed');
    await running.call(DecideOnUser, { ...compared, approvalCode: own }, admin.as);
    await expect(running.signIn({ email, password: 'velvet-harbour-88' })).resolves.toMatchObject({ user: { email } });
  });

  test('stays once it has been approved, and only Admins in person remove accounts', async () => {
    const { user } = await member(running, admin, email);
    const { id: pending } = await newcomer(running, 'grace@school.example');
    const script = { ...admin, as: { actor: { ...admin.as.actor, tokenId: 'a token' } } };
    const refusals = [remove(user.id), remove('nobody'), remove(pending, script)];
    expect((await Promise.all(refusals)).map(({ code }) => code)).toEqual([
      'user_not_pending',
      'user_not_found',
      'token_not_allowed',
    ]);
    const byMember = { actor: { ...admin.as.actor, role: 'Member' } } as const;
    expect((await running.refusal(RemoveUser, { userId: pending }, byMember)).code).toBe('admin_only');
    await running.call(DecideOnUser, { userId: user.id, approved: false }, admin.as);
    expect((await remove(user.id)).code).toBe('user_not_pending');
  });
});

describe('names', () => {
  // proves s7.devices.users
  test('users can rename themselves, and lists show the new name', async () => {
    const ada = await member(running, admin, 'ada@school.example');
    const renamed = await running.call(RenameSelf, { name: '  Ada Lovelace ' }, ada.as);
    expect(renamed.name).toBe('Ada Lovelace');
    const shown = { id: ada.user.id, name: 'Ada Lovelace', email: 'ada@school.example' };
    expect(await technicians(ada)).toContainEqual(shown);
  });

  // proves d.accounts.name-equals-email-refused
  test('the email of another user is refused as a name, one’s own is accepted', async () => {
    const { as, user } = await member(running, admin, 'ada@school.example');
    const rename = (name: string) => running.call(RenameUser, { userId: user.id, name }, as);
    await expect(rename('Admin@School.example')).rejects.toMatchObject({ code: 'name_is_an_email' });
    expect((await rename('ada@school.example')).name).toBe('ada@school.example');
  });
});

describe('views that do not reach a change in time', () => {
  test.each([
    [
      'a new name',
      (userId: string) => [RenameUser, { userId, name: 'Ada Lovelace' }] as const,
      { name: 'Ada Lovelace' },
    ],
    ['an approval', (userId: string) => [DecideOnUser, { userId, approved: true }] as const, { approved: true }],
  ])('are reported with views_behind, and %s takes effect', async (_, order, wanted) => {
    const { id } = await newcomer(running, 'ada@school.example');
    const [contract, input] = order(id);
    const { pool, store, views } = running.identity;
    await inTransaction(pool, async (tx) => {
      await tx.query('lock table view_checkpoints in exclusive mode');
      expect(await running.refusal(contract, input as never, admin.as)).toMatchObject({ code: 'views_behind' });
    });
    await views.reached(await store.head());
    expect((await everyone()).find((user) => user.id === id)).toMatchObject(wanted);
  });
});

describe('lists', () => {
  test('are sorted by the alphabet, accents beside plain letters, people without a name by their email', async () => {
    for (const name of ['zoe', 'Ángel', 'bo', 'Abe', '']) {
      const { user, as } = await member(
        running,
        admin,
        `ann-${name.length}${name.codePointAt(0) ?? ''}@school.example`,
      );
      if (name) await running.call(RenameUser, { userId: user.id, name }, as);
    }
    const shown = (people: { name: string; email: string }[]) => people.map(({ name, email }) => name || email);
    const sorted = ['Abe', 'admin@school.example', 'Ángel', 'ann-0@school.example', 'bo', 'zoe'];
    expect(shown(await everyone())).toEqual(sorted);
    expect(shown(await technicians())).toEqual(sorted);
  });

  test('by page hold everybody once, in order, also when the last person of a page has lost their approval', async () => {
    for (const name of ['Abe', 'Ángel', 'bo', 'Zoe']) {
      const { user, as } = await member(running, admin, `u${name.codePointAt(0) ?? ''}@school.example`);
      await running.call(RenameUser, { userId: user.id, name }, as);
    }
    await newcomer(running, 'waiting@school.example');
    const whole = await everyone();
    const first = await running.call(ListUsers, { limit: 4 }, admin.as);
    const rest = await running.call(ListUsers, { cursor: first.next ?? '' }, admin.as);
    expect([first.total, rest.total, first.items.length, rest.next]).toEqual([6, 6, 4, null]);
    expect([...first.items, ...rest.items]).toEqual(whole);

    const approved = await technicians();
    const page = await running.call(ListTechnicians, { limit: 3 }, admin.as);
    expect([page.total, page.items]).toEqual([5, approved.slice(0, 3)]);
    const last = page.items[2]?.id ?? '';
    await running.call(DecideOnUser, { userId: last, approved: false }, admin.as);
    const next = await running.call(ListTechnicians, { cursor: page.next ?? '', limit: 2 }, admin.as);
    expect(next).toEqual({ items: approved.slice(3), total: 4, next: null });
    expect(Buffer.from(page.next ?? '', 'base64url').toString()).toBe(JSON.stringify({ id: last }));
  });

  test('by page are refused to those who may not see the whole list, and with the cursor of another list', async () => {
    const { as } = await member(running, admin, 'ada@school.example');
    expect((await running.refusal(ListUsers, {}, as)).code).toBe('admin_only');
    expect((await running.refusal(ListTechnicians, {})).code).toBe('not_signed_in');
    expect((await running.refusal(ListTechnicians, { cursor: 'x' }, as)).code).toBe('validation_failed');
  });

  // proves d.accounts.users-approved-only
  test('technicians are the approved users; people are found approved or not, and unknown ids are left out', async () => {
    const { id } = await newcomer(running, 'ada@school.example');
    const position = running.identity.views.position();
    expect((await technicians()).map(({ email }) => email)).toEqual(['admin@school.example']);
    expect(await running.call(GetPeople, { userIds: [id, 'nobody'] })).toEqual([
      { id, name: '', email: 'ada@school.example', approved: false, role: 'Member', position },
    ]);
  });

  test('people at a position that the views have not reached are answered with views_behind', async () => {
    const { id } = await newcomer(running, 'ada@school.example');
    const shownUpTo = running.identity.views.position() + 1_000;
    const asked = running.call(GetPeople, { userIds: [id], shownUpTo });
    await expect(asked).rejects.toMatchObject({ code: 'views_behind' });
  });
});

describe('notices and published events', () => {
  test('a change is announced with its positions and can be asked for afterwards', async () => {
    const { id: userId } = await newcomer(running, 'ada@school.example');
    const before = running.identity.views.position();
    const notices = running.bus.subscribe(changeNoticeSubject('identity'));
    await running.bus.flush();
    const approved = await running.call(DecideOnUser, { userId, approved: true }, admin.as);
    let told: ChangeNotice | undefined;
    for await (const message of notices) {
      told = message.json<ChangeNotice>();
      // The notice of the newcomer's own registration may still be on its way.
      if (told.upTo > before) break;
    }
    const change = { type: 'user_updated', context: 'identity', at: before + 1, userId };
    expect(approved.approved).toBe(true);
    expect(told).toEqual({ context: 'identity', after: before, upTo: before + 1, changes: [change] });
    const missed = await running.call(ChangesSince('identity'), { after: before });
    expect(missed).toEqual({ changes: [change], upTo: before + 1, complete: true });
  });

  test('a browser whose position is ahead of the log is told to reload everything', async () => {
    const missed = await running.call(ChangesSince('identity'), { after: 9_999 });
    expect(missed).toMatchObject({ changes: [], complete: false });
  });

  test('published events carry ids only, and sign-ins are not published', async () => {
    const { id: userId } = await newcomer(running, 'ada@school.example');
    await running.call(RenameUser, { userId, name: 'Ada' }, admin.as);
    const { events } = await running.call(ReplayEvents('identity'), { after: 0 });
    expect(events.map(({ type, data }) => [type.replace('repairline.identity.user.v1.', ''), data])).toEqual([
      ['user-registered', { userId: admin.user.id }],
      ['user-approved', { userId: admin.user.id }],
      ['user-promoted', { userId: admin.user.id }],
      ['user-registered', { userId }],
      ['user-renamed', { userId }],
    ]);
  });
});
