import {
  Authenticate,
  AuthenticateApiToken,
  ChangePassword,
  CreateApiToken,
  EndOtherSignIns,
  EndSignIn,
  ListApiTokens,
  ListSignIns,
  ResetPassword,
  SignIn,
} from '@repairline/contracts/identity/calls';
import { LIMITS } from '../sign-ins/throttle';
import { member, newcomer, signInAdmin } from '../testing/people';
import { PASSWORD, runIdentity, type RunningIdentity, type SignedIn } from '../testing/running-identity';

const OWN = 'velvet-harbour-88';
const email = 'ada@school.example';

let clock: number;
let running: RunningIdentity;
let admin: SignedIn;
let ada: SignedIn;
beforeEach(async () => {
  clock = Date.now();
  running = await runIdentity({ now: () => new Date(clock) });
  admin = await signInAdmin(running);
  ada = await member(running, admin, email);
});
afterEach(() => running.stop());

const isIn = async ({ tokenHash }: SignedIn) =>
  (await running.call(Authenticate, { tokenHash, extend: false })).user !== null;
const change = (password: string, newPassword: string) =>
  running.call(ChangePassword, { password, newPassword, tokenHash: ada.tokenHash, client: 'c' }, ada.as);
const refusedChange = (password: string, newPassword: string) =>
  running.refusal(ChangePassword, { password, newPassword, tokenHash: ada.tokenHash, client: 'c' }, ada.as);
const attempt = (password: string, newPassword?: string) => ({
  ...{ email, password, newPassword, client: 'c', replaces: null },
  tokenHash: 'ef'.repeat(32),
});
const recorded = async () =>
  (await running.identity.store.readStream(`sign-ins-${ada.user.id}`)).map(({ event }) => event.type);

describe('changing the own password', () => {
  test('needs the old one, ends the other sign-ins and is recorded', async () => {
    const elsewhere = await running.signIn({ email });
    await change(PASSWORD, OWN);
    expect([await isIn(ada), await isIn(elsewhere)]).toEqual([true, false]);
    await expect(running.signIn({ email })).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await isIn(await running.signIn({ email, password: OWN }))).toBe(true);
    expect(await recorded()).toContain('PasswordChanged');
  });

  test.each([
    ['wrong wrong', OWN, 'password'],
    [PASSWORD, 'short', 'newPassword'],
    [PASSWORD, PASSWORD, 'newPassword'],
    [PASSWORD, email, 'newPassword'],
  ])('from %j to %j is refused, and says at which field', async (from, to, path) => {
    expect(await refusedChange(from, to)).toMatchObject({ code: 'password_rejected', issues: [{ path }] });
    expect(await isIn(await running.signIn({ email }))).toBe(true);
  });

  test('cannot be used to guess the old one', async () => {
    for (let tries = 0; tries < LIMITS.address.burst; tries += 1) await refusedChange('wrong wrong', OWN);
    expect((await refusedChange(PASSWORD, OWN)).code).toBe('too_many_attempts');
  });

  test('is for people, not for their tokens', async () => {
    const script = { actor: { ...ada.as.actor, tokenId: 'a token' } };
    const input = { password: PASSWORD, newPassword: OWN, tokenHash: '', client: 'c' };
    expect((await running.refusal(ChangePassword, input, script)).code).toBe('token_not_allowed');
  });
});

describe('a reset by an Admin', () => {
  const reset = () => running.call(ResetPassword, { userId: ada.user.id }, admin.as);

  test('ends the sign-ins, and its password opens nothing but the choice of another, once', async () => {
    const { password } = await reset();
    expect(await isIn(ada)).toBe(false);
    await expect(running.signIn({ email })).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(await running.refusal(SignIn, attempt(password))).toMatchObject({
      code: 'password_change_required',
      details: { email },
    });
    for (const chosen of ['short', password])
      expect(await running.refusal(SignIn, attempt(password, chosen))).toMatchObject({
        code: 'password_rejected',
        issues: [{ path: 'newPassword' }],
      });
    const { user } = await running.call(SignIn, attempt(password, OWN));
    expect(user.email).toBe(email);
    expect((await running.refusal(SignIn, attempt(password, 'another-anchor-40'))).code).toBe('invalid_credentials');
    expect(await isIn(await running.signIn({ email, password: OWN }))).toBe(true);
    expect(await recorded()).toEqual(
      expect.arrayContaining(['PasswordReset', 'PasswordChanged', 'UserSignedIn']) as unknown,
    );
  });

  test('runs out after three days', async () => {
    const { password, until } = await reset();
    clock = Date.parse(until);
    expect((await running.refusal(SignIn, attempt(password, OWN))).code).toBe('invalid_credentials');
  });

  test('is for approved people other than oneself, by an Admin in person', async () => {
    const { id: pending } = await newcomer(running, 'grace@school.example');
    const script = { actor: { ...admin.as.actor, tokenId: 'a token' } };
    const refusals = [
      running.refusal(ResetPassword, { userId: pending }, admin.as),
      running.refusal(ResetPassword, { userId: admin.user.id }, admin.as),
      running.refusal(ResetPassword, { userId: 'nobody' }, admin.as),
      running.refusal(ResetPassword, { userId: admin.user.id }, ada.as),
      running.refusal(ResetPassword, { userId: ada.user.id }, script),
    ];
    expect((await Promise.all(refusals)).map(({ code }) => code)).toEqual([
      'user_not_approved',
      'own_account',
      'user_not_found',
      'admin_only',
      'token_not_allowed',
    ]);
  });

  test('a new password without a one-time password changes nothing', async () => {
    await running.call(SignIn, attempt(PASSWORD, OWN));
    expect(await isIn(await running.signIn({ email }))).toBe(true);
  });
});

describe('own sign-ins', () => {
  const list = (by: SignedIn) => running.call(ListSignIns, { tokenHash: by.tokenHash }, by.as);

  test('are listed with their browsers, the one that asks first, and end one by one or together', async () => {
    const elsewhere = await running.signIn({ email, agent: 'Chrome on ChromeOS' });
    const third = await running.signIn({ email });
    const shown = await list(ada);
    expect(shown.map(({ current }) => current)).toEqual([true, false, false]);
    const other = shown.find(({ browser }) => browser === 'Chrome on ChromeOS');
    await running.call(EndSignIn, { signInId: other?.id ?? '' }, ada.as);
    expect([await isIn(ada), await isIn(elsewhere), await isIn(third)]).toEqual([true, false, true]);
    await running.call(EndOtherSignIns, { tokenHash: ada.tokenHash }, ada.as);
    expect([await isIn(ada), await isIn(third)]).toEqual([true, false]);
    expect((await list(ada)).length).toBe(1);
  });

  test("somebody else's cannot be ended", async () => {
    const [theirs] = await list(admin);
    for (const signInId of [theirs?.id ?? '', 'nothing']) {
      const refusal = await running.refusal(EndSignIn, { signInId }, ada.as);
      expect(refusal.code).toBe('sign_in_not_found');
    }
    expect(await isIn(admin)).toBe(true);
  });
});

test('a token is worthless from its date on, which its owner sees', async () => {
  const tokenHash = 'ab'.repeat(32);
  const { expiresAt } = await running.call(CreateApiToken, { name: 'report', days: 30, tokenHash }, ada.as);
  expect(Date.parse(expiresAt)).toBe(clock + 30 * 86_400_000);
  clock = Date.parse(expiresAt) - 1;
  expect(await running.call(AuthenticateApiToken, { tokenHash })).toMatchObject({ user: { email } });
  clock += 1;
  expect(await running.call(AuthenticateApiToken, { tokenHash })).toBeNull();
  expect(await running.call(ListApiTokens, {}, ada.as)).toMatchObject([{ name: 'report', expiresAt }]);
  expect((await running.refusal(CreateApiToken, { name: 'x', days: 366, tokenHash }, ada.as)).code).toBe(
    'validation_failed',
  );
});
