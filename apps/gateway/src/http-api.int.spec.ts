import { connect as connectTcp } from 'node:net';
import { connect } from 'nats';
import { SignIn } from '@repairline/contracts/identity/calls';
import { TOKEN_RATE_LIMIT } from './auth/rate-limiter';
import { hashOf } from './auth/tokens';
import { startTestStack, type TestStack } from './testing/running-gateway';
import { refusal } from './testing/stand-ins';

describe('the HTTP API', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await startTestStack();
  });
  afterAll(() => stack.stop());

  describe('forged requests', () => {
    // proves d.calls.csrf-needed-for-login d.calls.csrf-needed
    it.each(['/api/login', '/api/logout', '/api/devices'])('POST %s needs a CSRF token', async (path) => {
      const { status, body } = await stack.browser().send('POST', path, { body: {}, bare: true });
      expect([status, body.message]).toEqual([403, 'Invalid CSRF token']);
    });

    // proves d.calls.csrf-bound-to-cookie
    it('the CSRF token of another browser is refused', async () => {
      const [one, other] = [stack.browser(), stack.browser()];
      const { csrfToken } = (await one.get('/api/csrf-token')).body;
      await other.get('/api/csrf-token');
      const headers = { 'x-csrf-token': String(csrfToken) };
      const { status } = await other.send('POST', '/api/logout', { headers, bare: true });
      expect(status).toBe(403);
    });

    it('a CSRF token from before the sign-in is refused after it', async () => {
      const browser = stack.browser();
      const { csrfToken } = (await browser.get('/api/csrf-token')).body;
      await browser.signIn('member');
      const headers = { 'x-csrf-token': String(csrfToken) };
      expect((await browser.send('POST', '/api/logout', { headers, bare: true })).status).toBe(403);
    });

    // proves d.config.public-origin-calls
    it.each(['https://evil.example', 'null', 'http://localhost:1'])(
      'a page from the origin %s may not make changes',
      async (origin) => {
        const { status, body } = await stack.browser().send('POST', '/api/logout', { headers: { origin } });
        expect([status, body.type]).toEqual([403, 'origin_not_allowed']);
      },
    );
  });

  it.each([
    ['is no HTTP', 'nonsense\r\n\r\n'],
    ['names no host', 'GET /api/district HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('a request that %s is refused with a body like every other error', async (_what, text) => {
    const told = await new Promise<string>((resolve) => {
      const socket = connectTcp(stack.gateway.port, '127.0.0.1', () => socket.write(text));
      let so = '';
      socket.setEncoding('utf8').on('data', (part: string) => (so += part));
      socket.on('close', () => resolve(so));
    });
    expect(told).toMatch(/^HTTP\/1\.1 400 /u);
    expect(told).toContain('"type":"request_unreadable"');
  });

  describe('a method that an address does not have', () => {
    it.each([
      ['PUT', '/api/devices', 'GET, POST, HEAD'],
      ['GET', '/api/login', 'POST'],
      ['DELETE', '/api/devices/CB%2F1', 'GET, PATCH, HEAD'],
    ])('%s %s answers 405 with the allowed methods', async (method, path, allowed) => {
      const { status, headers, body } = await stack.browser().send(method, path);
      expect([status, headers.get('allow'), body]).toEqual([
        405,
        allowed,
        { message: `${method} is not allowed at this address`, type: 'method_not_allowed' },
      ]);
    });

    it.each(['/api/device', '/api/docs/openapi_json'])('on an unknown address still answers 404: %s', async (path) => {
      const { status, body } = await stack.browser().send('PUT', path);
      expect([status, body.type]).toEqual([404, 'not_found']);
    });
  });

  describe('sign-ins', () => {
    it('a sign-in sets a new token in a cookie that scripts and other sites do not get', async () => {
      const browser = stack.browser();
      const first = await browser.signIn('member');
      const second = await browser.signIn('member');
      const [one, two] = [first, second].map(({ headers }) =>
        headers.getSetCookie().find((c) => /^repairline=./u.test(c)),
      );
      expect(one).toMatch(/; Path=\/;.*HttpOnly; SameSite=Lax$/u);
      expect(one?.split(';')[0]).not.toBe(two?.split(';')[0]);
      expect(first.body).toEqual({ user: expect.objectContaining({ email: 'member@school.example' }) as unknown });
    });

    it('a sign-in is counted for the address that it comes from', async () => {
      const bus = await connect({ servers: stack.bus.url });
      const asked = bus.subscribe(SignIn.subject, { max: 1 });
      await bus.flush();
      await stack.browser().signIn('member');
      for await (const message of asked) expect(message.string()).toMatch(/"client":"(?:127\.0\.0\.1|0:0:0:0::\/64)"/u);
      await bus.close();
    });

    it('services get the hash of a token, never the token', async () => {
      const browser = stack.browser();
      await browser.signIn('hashed');
      const token = browser.cookies.get('repairline');
      expect(token).toHaveLength(43);
      expect([...stack.standIns.signIns.keys()]).not.toContain(token);
    });

    it('after sign-out the old cookie is invalid', async () => {
      const browser = stack.browser();
      await browser.signIn('member');
      const cookie = browser.cookieHeader();
      expect((await browser.get('/api/auth/user')).status).toBe(200);
      expect(await browser.signOut()).toMatchObject({ status: 200, body: {} });
      expect(browser.cookies.has('repairline')).toBe(false);
      expect((await browser.get('/api/auth/user', { cookie })).status).toBe(401);
    });

    it('a sign-in that is pending approval is answered with its email', async () => {
      const body = { email: ' Pending@School.example ', password: 'correct horse' };
      const answer = await stack.browser().send('POST', '/api/login', { body });
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual({
        message: 'refused: pending_approval',
        type: 'pending_approval',
        email: 'pending@school.example',
      });
    });

    // proves d.accounts.throttle-address d.accounts.throttle-client d.accounts.throttle-retry-after
    it('a throttled sign-in is told when to retry', async () => {
      const body = { email: 'throttled@school.example', password: 'x' };
      const { status, headers } = await stack.browser().send('POST', '/api/login', { body });
      expect([status, headers.get('retry-after')]).toEqual([429, '42']);
    });

    it('a call made by a timer does not extend the sign-in', async () => {
      const browser = stack.browser();
      await browser.signIn('member');
      stack.standIns.extended.length = 0;
      await browser.get('/api/recent-activity');
      await browser.get('/api/stats');
      expect(stack.standIns.extended).toEqual([false, true]);
    });

    it('a read by a page that nobody touches does not extend the sign-in', async () => {
      const browser = stack.browser();
      await browser.signIn('member');
      stack.standIns.extended.length = 0;
      await browser.get('/api/stats', { 'x-left-alone': '1' });
      expect(stack.standIns.extended).toEqual([false]);
    });
  });

  it('a token over its rate limit is refused without asking identity', async () => {
    const token = `repairline_${'p'.repeat(43)}`;
    stack.standIns.apiTokens.set(hashOf(token), 'script');
    const browser = stack.browser();
    const call = () => browser.get('/api/stats', { authorization: `Bearer ${token}` });
    await Promise.all(Array.from({ length: TOKEN_RATE_LIMIT.burst }, call));
    let [status, asked] = [200, 0];
    while (status === 200) {
      asked = stack.standIns.askedForOwner;
      ({ status } = await call());
    }
    expect([status, stack.standIns.askedForOwner]).toEqual([429, asked]);
  });

  describe('answers', () => {
    // proves d.calls.body-array d.calls.total-count d.calls.link-next
    it('a list is an array with its total and next page in headers', async () => {
      const browser = stack.browser();
      await browser.signIn('member');
      const { body, headers } = await browser.get('/api/devices?limit=2&q=a%20b');
      expect(body).toEqual([]);
      expect(headers.get('x-total-count')).toBe('7');
      expect(headers.get('link')).toBe('</api/devices?limit=2&q=a+b&cursor=abc%2B%2F%3D>; rel="next"');
      const asked = await browser.get('/api/devices?q=what?&school=SHS&limit=2');
      expect(asked.headers.get('link')).toBe(
        '</api/devices?q=what%3F&school=SHS&limit=2&cursor=abc%2B%2F%3D>; rel="next"',
      );
    });

    // proves d.calls.limit-default d.calls.limit-max d.calls.limit-capped
    it('users are answered whole, or by page if a limit or a cursor is given', async () => {
      const admin = stack.browser();
      await admin.signIn('admin');
      for (const [address, ...expected] of [
        ['/api/users', 'admin', '1', null],
        ['/api/users?limit=2', 'one of 2', '7', '</api/users?limit=2&cursor=one>; rel="next"'],
        ['/api/users?cursor=one', 'one of 200', '7', null],
        ['/api/admin/users', undefined, '0', null],
        ['/api/admin/users?limit=900', undefined, '7', '</api/admin/users?limit=900&cursor=one>; rel="next"'],
      ] as const) {
        const { body, headers } = await admin.get(address);
        const [first] = body as unknown as { name: string }[];
        expect([first?.name, headers.get('x-total-count'), headers.get('link')]).toEqual(expected);
      }
      for (const path of ['/api/users', '/api/admin/users']) {
        expect((await admin.get(`${path}?limit=0`)).status).toBe(400);
      }
    });

    it('a list returns 200 items by default and 500 at most, always in its own order', async () => {
      const browser = stack.browser();
      await browser.signIn('member');
      const asked: object[] = [];
      const { listDevices } = stack.standIns;
      stack.standIns.listDevices = async (filters) => (asked.push(filters), { items: [], total: 0, next: null });
      for (const query of ['', '?limit=7&order=asset-number', '?limit=500', '?limit=100000'])
        await browser.get(`/api/devices${query}`);
      stack.standIns.listDevices = listDevices;
      expect(asked).toEqual([200, 7, 500, 500].map((limit) => ({ limit, order: 'list' })));
    });

    it.each(['Ä/7 %2F№', '../CB', 'CB?q=1#x', 'CB%00', '__proto__', '<b>CB</b>', 'CB\\"'])(
      'the asset number %s works in addresses',
      async (barcodeNumber) => {
        const browser = stack.browser();
        await browser.signIn('member');
        const taken = await browser.send('POST', '/api/devices', { body: { barcodeNumber, school: 'SHS' } });
        expect(taken.status).toBe(201);
        const path = `/api/devices/${encodeURIComponent(barcodeNumber)}`;
        expect((await browser.get(path)).body.barcodeNumber).toBe(barcodeNumber);
        const log = await browser.send('POST', `${path}/logs`, { body: { issue: 'Keys' } });
        expect([log.status, log.body.barcodeNumber]).toEqual([201, barcodeNumber]);
      },
    );

    // proves d.life.asset-length d.life.asset-printable
    it('an asset number has 1 to 64 printable characters', async () => {
      const browser = stack.browser();
      await browser.signIn('member');
      const statusOf = async (barcodeNumber: string) =>
        (await browser.send('POST', '/api/devices', { body: { barcodeNumber, school: 'SHS' } })).status;
      for (const accepted of ['7', '7'.padEnd(64, 'x')]) expect(await statusOf(accepted)).toBe(201);
      for (const refused of ['', ' ', '7'.padEnd(65, 'x'), 'CB\u0000', 'CB\u0007x', 'CB\nx'])
        expect([refused, await statusOf(refused)]).toEqual([refused, 400]);
    });

    // proves d.life.limit-names d.life.limit-issue d.life.limit-actions d.life.limit-comments d.life.limit-notes
    it.each([
      ['PATCH', '/api/profile', 'name', 120],
      ['POST', '/api/devices', 'studentName', 120],
      ['PATCH', '/api/devices/CB-1', 'studentName', 120],
      ['POST', '/api/devices', 'model', 120],
      ['PATCH', '/api/devices/CB-1', 'model', 120],
      ['POST', '/api/devices', 'initialIssue', 500],
      ['PATCH', '/api/devices/CB-1', 'initialIssue', 500],
      ['POST', '/api/devices/CB-1/logs', 'issue', 500],
      ['POST', '/api/devices/CB-1/logs', 'actions', 4_000],
      ['POST', '/api/devices/CB-1/logs', 'comments', 4_000],
      ['POST', '/api/devices', 'notes', 4_000],
      ['PATCH', '/api/devices/CB-1', 'notes', 4_000],
    ])('%s %s refuses a %s of more than %i characters, and names the field', async (method, path, field, most) => {
      const browser = stack.browser();
      await browser.signIn('member');
      const send = (length: number) => {
        const body = { barcodeNumber: `${field} ${length}`, school: 'SHS', issue: 'Keys', [field]: 'x'.repeat(length) };
        return browser.send(method, path, { body });
      };
      expect(await send(most + 1)).toMatchObject({ status: 400, body: { issues: [{ path: field }] } });
      if (method === 'POST') expect((await send(most)).status).toBe(201);
    });

    // proves s3.log.issue-required d.life.completed-log-needs-issue
    it.each([
      [false, 'Issue is required'],
      [true, 'Issue description is required when marking as completed'],
    ])('an entry (completed: %s) without an issue is refused', async (completed, message) => {
      const browser = stack.browser();
      await browser.signIn('member');
      for (const issue of [undefined, null, '', '  ']) {
        const body = { issue, actions: 'Cleaned', completed };
        const answer = await browser.send('POST', '/api/devices/CB-1/logs', { body });
        expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'issue', message }] } });
      }
    });

    // proves d.accounts.last-admin d.life.ambiguous-name-400
    it.each([
      ['last_admin', 409],
      ['ambiguous_technician', 400],
    ] as const)('a command that a service refuses with %s is answered with %i', async (code, status) => {
      const browser = stack.browser();
      await browser.signIn('member');
      stack.standIns.trouble = refusal(code);
      const answer = await browser.send('POST', '/api/devices', { body: { barcodeNumber: 'CB-1', school: 'SHS' } });
      stack.standIns.trouble = undefined;
      expect(answer).toMatchObject({ status, body: { type: code } });
    });

    it('an intake of an existing device is refused with that device and no other details', async () => {
      const browser = stack.browser();
      await browser.signIn('member');
      const body = { barcodeNumber: 'TWICE', school: 'SHS' };
      await browser.send('POST', '/api/devices', { body });
      const again = await browser.send('POST', '/api/devices', { body });
      expect(again.status).toBe(409);
      expect(Object.keys(again.body).sort()).toEqual(['device', 'message', 'type']);
      expect(again.body.device).toMatchObject({ barcodeNumber: 'TWICE' });
    });

    // proves d.life.post-status-intake-only
    it.each([
      ['no body', undefined, 400],
      ['null', 'null', 400],
      ['a number', '7', 400],
      ['a prototype', '{"__proto__":{"barcodeNumber":"CB-1","school":"SHS"}}', 400],
      ['a status other than INTAKE', { barcodeNumber: 'STATUS', school: 'SHS', status: 'COMPLETED' }, 400],
      ['a word', '"hello"', 400],
      ['broken JSON', '{"barcodeNumber":', 400],
      ['an empty object', {}, 400],
      ['an array', [], 400],
      ['numbers for texts', { barcodeNumber: 7, school: {} }, 400],
      ['more than 100 kB', { notes: 'x'.repeat(110_000) }, 413],
    ])('an intake that sends %s is refused', async (_, body, expected) => {
      const browser = stack.browser();
      await browser.signIn('member');
      const answer = await browser.send('POST', '/api/devices', { body });
      expect([answer.status, typeof answer.body.message]).toEqual([expected, 'string']);
    });

    it.each([
      ['without an Idempotency-Key', {}],
      ['with an Idempotency-Key', { 'idempotency-key': 'nested' }],
    ])('an intake %s that is nested too deeply is refused and reaches no service', async (_, headers) => {
      const browser = stack.browser();
      await browser.signIn('member');
      stack.standIns.commands.length = 0;
      const nested = `${'['.repeat(45_000)}${']'.repeat(45_000)}`;
      const body = `{"barcodeNumber":"NESTED","school":"SHS","extra":${nested}}`;
      const answer = await browser.send('POST', '/api/devices', { body, headers });
      expect([answer.status, answer.body]).toEqual([
        400,
        { message: 'The body is nested too deeply', type: 'request_unreadable' },
      ]);
      expect(stack.standIns.commands).toEqual([]);
    });

    it.each(['text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', ''])(
      'a body of type %j is refused with 415 and the type to use',
      async (type) => {
        const browser = stack.browser();
        await browser.signIn('member');
        const body = { barcodeNumber: 'TYPED', school: 'SHS' };
        const answer = await browser.send('POST', '/api/devices', { body, headers: { 'content-type': type } });
        expect(answer.status).toBe(415);
        expect(answer.body).toEqual({ message: 'Send the body as application/json', type: 'unsupported_media_type' });
      },
    );

    it('a request without a body needs no content type, and a charset is accepted', async () => {
      const browser = stack.browser();
      await browser.signIn('member');
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      const body = { barcodeNumber: 'TYPED', school: 'SHS' };
      expect((await browser.send('POST', '/api/devices', { body, headers })).status).toBe(201);
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await browser.send('POST', '/api/logout', { headers: form })).status).toBe(200);
    });

    // proves d.calls.validation-400 s3.device.barcode-required s3.device.school-required
    it('a validation error lists the invalid fields, and its message is that of the first', async () => {
      const browser = stack.browser();
      await browser.signIn('member');
      const { body } = await browser.send('POST', '/api/devices', { body: { school: '' } });
      expect(body.message).toBe('Asset Number is required');
      expect(body.issues).toContainEqual({ path: 'school', message: 'School is required' });
    });

    it.each(['/api/nothing', '/api', '/api/devices/%FF', '/api/devices?limit=0', '/api/devices?q=a&q=b'])(
      'GET %s is refused in the uniform error format',
      async (path) => {
        const browser = stack.browser();
        await browser.signIn('member');
        const { status, body } = await browser.get(path, { accept: 'text/html' });
        expect(status === 400 || status === 404).toBe(true);
        expect(body).toMatchObject({ message: expect.any(String) as string, type: expect.any(String) as string });
      },
    );

    it('an internal error reveals nothing but a correlation id', async () => {
      const browser = stack.browser();
      await browser.signIn('member');
      const body = { barcodeNumber: 'B', school: 'broken' };
      const answer = await browser.send('POST', '/api/devices', { body });
      expect(answer.status).toBe(500);
      expect(JSON.stringify(answer.body)).not.toContain('schema');
      expect(answer.body.correlationId).toBe(answer.headers.get('x-correlation-id'));
    });

    it('a call to a service that is away answers 503', async () => {
      const browser = stack.browser();
      await browser.signIn('member');
      expect((await browser.get('/api/devices/CB-1/logs')).status).toBe(503);
    });

    // proves s7.plumbing.csrf-token-call d.roles.csrf-token-open
    it('anyone gets a CSRF token', async () => {
      const { status, body } = await stack.browser().get('/api/csrf-token');
      expect([status, body]).toEqual([200, { csrfToken: expect.stringMatching(/^[\w-]{20,}$/u) as string }]);
    });

    // proves d.roles.health-open
    it('anyone can read which parts are healthy', async () => {
      const { status, body } = await stack.browser().get('/api/health');
      expect(status).toBe(200);
      const up = { ok: true };
      const parts = { bus: up, identity: up, repairs: up, billing: up, analytics: up, live: up };
      expect(body).toEqual({ ok: true, parts });
    });

    it('health counts dead letters and stays ok', async () => {
      stack.standIns.healthOfRepairs.register('views', () => ({ ok: true, deadLetters: 2 }));
      stack.standIns.healthOfRepairs.register('technicians', () => ({ ok: true, deadLetters: 1 }));
      const told = async () =>
        (await stack.browser().get('/api/health')).body as { parts: { repairs: { deadLetters?: number } } };
      // An answer from a moment ago is reused.
      while ((await told()).parts.repairs.deadLetters === undefined) await Promise.resolve();
      const [up, repairs] = [{ ok: true }, { ok: true, deadLetters: 3 }];
      const parts = { bus: up, identity: up, repairs, billing: up, analytics: up, live: up };
      expect(await told()).toEqual({ ok: true, parts });
    });

    // proves d.calls.district d.roles.district-signed-out d.schools.built-in
    it('anyone can read the settings of the district, with its built-in schools', async () => {
      const { status, body } = await stack.browser().get('/api/district');
      expect([status, body]).toEqual([
        200,
        {
          ...{ name: expect.any(String) as string, timeZone: 'America/Chicago', emailDomains: ['school.example'] },
          schools: [
            { code: 'SHS', name: 'High School', level: 'HS', aliases: ['HS'] },
            { code: 'SMS', name: 'Middle School', level: 'MS', aliases: ['MS'] },
            { code: 'HBE', name: expect.any(String) as string, level: 'ES', aliases: [] },
            { code: 'HLE', name: expect.any(String) as string, level: 'ES', aliases: [] },
            { code: 'N/A', name: 'Not Applicable', level: 'NA', aliases: [] },
          ],
        },
      ]);
    });
  });
});
