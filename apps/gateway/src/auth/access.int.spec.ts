import { endpoints } from '@repairline/contracts/http/api';
import type { Browser } from '../testing/browser';
import { startTestStack, type TestStack } from '../testing/running-gateway';
import { hashOf } from './tokens';

const rows = endpoints
  .map(({ route, who }) => [route, { who }] as const)
  .filter(([route]) => route !== 'POST /api/logout');
const PASSED = 'passed';

describe('access to routes', () => {
  let stack: TestStack;
  const people = new Map<string, Browser>();
  const outcomes = new Map<string, string>();

  beforeAll(async () => {
    stack = await startTestStack();
    people.set('signed out', stack.browser());
    for (const [role, name] of [
      ['Member', 'member'],
      ['Admin', 'admin'],
    ] as const) {
      const browser = stack.browser();
      await browser.signIn(name);
      people.set(role, browser);
    }
    // All at once: calls that no stand-in answers take two seconds each.
    const calls = rows.flatMap(([route]) => [...people.keys()].map((person) => ({ person, route })));
    await Promise.all(
      calls.map(async ({ person, route }) => outcomes.set(`${person} ${route}`, await outcome(person, route))),
    );
  });
  afterAll(() => stack.stop());

  async function outcome(person: string, route: string): Promise<string> {
    const [method = '', path = ''] = route.split(' ');
    const address = path.replace(/:\w+/gu, 'CB-1');
    const answer = await people.get(person)?.send(method, address, method === 'GET' ? {} : { body: {} });
    const { type } = (answer?.body as { type?: unknown } | null) ?? {};
    const refused = type === 'not_signed_in' || type === 'admin_only';
    return refused ? String(answer?.status) : PASSED;
  }

  const signedOut = { anyone: PASSED, 'signed-in': '401', admin: '401' };
  const member = { anyone: PASSED, 'signed-in': PASSED, admin: '403' };

  it.each(rows)('%s is open to the roles that the access table names, and to no others', (route, { who }) => {
    expect(outcomes.get(`signed out ${route}`)).toBe(signedOut[who]);
    expect(outcomes.get(`Member ${route}`)).toBe(member[who]);
    expect(outcomes.get(`Admin ${route}`)).toBe(PASSED);
  });

  it.each([
    'POST /api/profile/tokens',
    'DELETE /api/profile/tokens/:tokenId',
    'POST /api/admin/users/approve',
    'POST /api/admin/users/promote',
  ])('%s refuses a token, even that of an Admin', async (route) => {
    const token = `repairline_${'a'.repeat(43)}`;
    stack.standIns.apiTokens.set(hashOf(token), 'admin');
    const [method = '', path = ''] = route.split(' ');
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await stack.browser().send(method, path.replace(/:\w+/gu, 'CB-1'), { headers });
    expect([status, body.type]).toEqual([403, 'token_not_allowed']);
  });

  it('a Member who was made an Admin has the new permissions at the next call', async () => {
    const [tokenHash] = [...stack.standIns.signIns].find(([, user]) => user.role === 'Member') ?? [''];
    const user = stack.standIns.signIns.get(tokenHash);
    if (user) stack.standIns.signIns.set(tokenHash, { ...user, role: 'Admin' });
    expect(await outcome('Member', 'GET /api/admin/users')).toBe(PASSED);
  });
});
