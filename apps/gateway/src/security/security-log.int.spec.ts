import { randomUUID } from 'node:crypto';
import type { Browser } from '../testing/browser';
import { hashOf } from '../auth/tokens';
import { startTestStack, type TestStack } from '../testing/running-gateway';
import { StandIns } from '../testing/stand-ins';

const TOKEN = `repairline_${'s'.repeat(43)}`;
const HASH = /^[\w-]{22}$/u;
const aHash = expect.stringMatching(HASH) as unknown;

let stack: TestStack;
let admin: Browser;
beforeAll(async () => {
  stack = await startTestStack();
  stack.standIns.apiTokens.set(hashOf(TOKEN), 'script');
  admin = stack.browser();
  await admin.signIn('admin');
});
afterAll(() => stack.stop());

/** The lines that the work wrote, without what every line has. */
async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = stack.gateway.securityLines().length;
  await work();
  return stack.gateway
    .securityLines()
    .slice(before)
    .map(({ level, time, service, log, ...line }) => {
      expect({ level, service, log }).toEqual({ level: 'info', service: 'gateway', log: 'security' });
      expect(Date.parse(String(time))).not.toBeNaN();
      return line;
    });
}

const post = (path: string, body: unknown, by = admin) => by.send('POST', path, { body });

describe('the security log', () => {
  it('tells who signed in and out, and by the hash of the address who could not', async () => {
    const browser = stack.browser();
    const credentials = (email: string, password: string) => post('/api/login', { email, password }, browser);
    const lines = await linesOf(async () => {
      await credentials(' Nobody.Known@School.example', 'a wrong one');
      await credentials('nobody.known@school.example', 'another wrong one');
      await credentials('pending@school.example', 'correct horse');
      await credentials('Ada Park', 'not an address');
      await browser.signIn('nobody.known');
      await browser.signOut();
      await browser.signOut();
    });
    const call = {
      route: 'POST /api/login',
      kind: 'sign-in',
      clientHash: aHash,
      correlationId: expect.any(String) as unknown,
    };
    expect(lines).toEqual([
      { ...call, outcome: 'invalid_credentials', emailHash: aHash },
      { ...call, outcome: 'invalid_credentials', emailHash: aHash },
      { ...call, outcome: 'pending_approval', emailHash: aHash },
      { ...call, outcome: 'validation_failed' },
      { ...call, outcome: 'done', emailHash: aHash, userId: 'nobody.known' },
      { ...call, outcome: 'done', kind: 'sign-out', route: 'POST /api/logout', userId: 'nobody.known' },
    ]);
    const [one, other, pending, , signedIn] = lines.map(({ emailHash }) => emailHash);
    expect([other, signedIn, pending === one]).toEqual([one, one, false]);
    expect(new Set(lines.map(({ clientHash }) => clientHash)).size).toBe(1);
  });

  it('tells whose access changed, by whom and how, and a repeated request only as such', async () => {
    const subjectId = randomUUID();
    stack.standIns.access.add(StandIns.user(subjectId, 'Member'));
    const decide = (approved: boolean) => post('/api/admin/users/approve', { userId: subjectId, approved });
    const headers = { 'idempotency-key': randomUUID() };
    const body = { userId: subjectId, role: 'Admin' };
    const lines = await linesOf(async () => {
      await decide(false);
      await decide(true);
      for (const _ of ['once', 'again']) await admin.send('POST', '/api/admin/users/promote', { body, headers });
      await admin.send('PATCH', `/api/admin/users/${subjectId}`, { body: { name: 'Ada Park' } });
      await decide(false);
      await post('/api/admin/users/promote', { userId: 'Ada Park', role: 'Ada Park' });
      await post('/api/admin/users/promote', { userId: randomUUID(), role: 'Member' });
    });
    expect(lines.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['access-decision', 'done'],
      ['access-decision', 'done'],
      ['role-change', 'done'],
      ['role-change', 'repeated'],
      ['rename', 'done'],
      ['access-decision', 'done'],
      ['role-change', 'validation_failed'],
      ['role-change', 'user_not_found'],
    ]);
    expect(lines.map(({ decision }) => decision).filter(Boolean)).toEqual(['denied', 'approved', 'revoked']);
    expect(lines.map(({ role }) => role).filter(Boolean)).toEqual(['Admin', 'Admin', 'Member']);
    expect(lines.slice(0, 6).map((line) => line.subjectId)).toEqual(Array(6).fill(subjectId));
    expect(new Set(lines.map(({ userId }) => userId))).toEqual(new Set(['admin']));
  });

  it('tells of a token when it is made, first used from a client, refused and revoked', async () => {
    const script = (path: string, method = 'GET') =>
      stack.browser().send(method, path, { headers: { authorization: `Bearer ${TOKEN}` } });
    const lines = await linesOf(async () => {
      const { body } = await post('/api/profile/tokens', { name: 'Ada’s script' });
      await script('/api/stats');
      await script('/api/stats');
      await script('/api/profile/tokens');
      await script('/api/analytics');
      await admin.send('DELETE', `/api/profile/tokens/${String(body.id)}`);
    });
    const byToken = { userId: 'script', tokenId: 'token of script' };
    expect(lines).toMatchObject([
      { kind: 'token-made', outcome: 'done', userId: 'admin' },
      { kind: 'token-used', outcome: 'done', ...byToken, clientHash: aHash },
      { kind: 'call', outcome: 'token_not_allowed', ...byToken, route: 'GET /api/profile/tokens' },
      { kind: 'call', outcome: 'admin_only', ...byToken, route: 'GET /api/analytics' },
      { kind: 'token-revoked', outcome: 'done', userId: 'admin' },
    ]);
    const [made, , , , revoked] = lines.map(({ subjectTokenId }) => subjectTokenId);
    expect([made, revoked]).toEqual([expect.any(String), made]);
  });

  it('tells which file went to whom', async () => {
    const lines = await linesOf(async () => {
      await admin.get('/api/admin/export?type=devices&q=Ada%20Park');
      await admin.get('/api/admin/export?type=logs');
      await admin.get('/api/billing/export?q=Ada%20Park');
      await admin.get('/api/admin/export?type=Ada%20Park');
    });
    expect(lines.map(({ kind, outcome, userId, file }) => [kind, outcome, userId, file])).toEqual([
      ['export', 'done', 'admin', 'devices'],
      ['export', 'done', 'admin', 'logs'],
      ['export', 'done', 'admin', 'completed-repairs'],
      ['export', 'validation_failed', 'admin', undefined],
    ]);
  });

  it('tells of every call that is not let in, and of no other', async () => {
    const [member, stranger] = [stack.browser(), stack.browser()];
    await member.signIn('member');
    const refused = async (headers?: Record<string, string>) => {
      const socket = stranger.openSocket(headers);
      await new Promise((resolve) => socket.on('error', resolve));
    };
    const lines = await linesOf(async () => {
      await stranger.get('/api/auth/user');
      await stranger.send('POST', '/api/devices', { body: {}, bare: true });
      await stranger.send('POST', '/api/devices', { body: {}, headers: { origin: 'https://evil.example' } });
      await post('/api/login', { email: 'throttled@school.example', password: 'x' }, stranger);
      await member.get('/api/admin/users');
      await member.get('/api/devices/NOT-HERE');
      await member.get('/api/stats');
      await refused();
      await refused({ origin: 'https://evil.example' });
    });
    expect(lines.map(({ kind, outcome, route, userId }) => [kind, outcome, route, userId])).toEqual([
      ['call', 'not_signed_in', 'GET /api/auth/user', undefined],
      ['call', 'csrf_token_invalid', 'POST /api/devices', undefined],
      ['call', 'origin_not_allowed', 'POST /api/devices', undefined],
      ['sign-in', 'too_many_attempts', 'POST /api/login', undefined],
      ['call', 'admin_only', 'GET /api/admin/users', 'member'],
      ['call', 'not_signed_in', 'GET /ws', undefined],
      ['call', 'origin_not_allowed', 'GET /ws', undefined],
    ]);
    for (const { clientHash } of lines) expect(clientHash).toMatch(HASH);
  });

  it('holds no name, no address, no password and no token', () => {
    const text = JSON.stringify(stack.gateway.securityLines());
    expect(text).not.toMatch(/Ada|Park|@|example|correct horse|wrong|127\.0|::|repairline_/u);
  });
});
