import { startTestStack, type TestStack } from '../testing/running-gateway';

describe('the page', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await startTestStack();
  });
  afterAll(() => stack.stop());

  it.each(['/', '/devices', '/devices/CB%2F1', '/devices/CB.100', '/no-such-page'])(
    '%s answers the page, which is revalidated every time',
    async (path) => {
      const { status, headers, body } = await stack.browser().get(path, { accept: 'text/html' });
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
      expect(body.text).toContain('<!doctype html>');
    },
  );

  it('allows styles by a nonce that is new each time, and scripts by their address only', async () => {
    const pages = await Promise.all([1, 2].map(() => stack.browser().get('/', { accept: 'text/html' })));
    const nonces = pages.map(({ body }) => /nonce="(.+?)"/u.exec(String(body.text))?.[1]);
    expect(nonces[0]).not.toBe(nonces[1]);
    const policy = pages[0]?.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}'`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('has its nonce under its file name, too', async () => {
    const { headers, body } = await stack.browser().get('/index.html', { accept: 'text/html' });
    const nonce = /nonce="(.+?)"/u.exec(String(body.text))?.[1];
    expect(headers.get('content-security-policy')).toContain(`style-src 'self' 'nonce-${nonce}'`);
  });

  it('files with a hash in their name are cached for good and compressed', async () => {
    const { headers } = await stack.browser().get('/assets/main-1a2b3c.js', { 'accept-encoding': 'gzip' });
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-encoding')).toBe('gzip');
    expect((await stack.browser().get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    '/assets/gone-ffffff.js',
    '/apple-touch-icon.png',
    '/.well-known/security.txt',
    '/api/gone',
    '/api/no-route',
    '/ws',
  ])('%s does not answer the page', async (path) => {
    expect((await stack.browser().get(path, { accept: 'text/html' })).status).toBe(404);
  });

  it('answers of the API may not be stored, framed, sniffed or sent on as a referrer', async () => {
    const { headers } = await stack.browser().get('/api/district');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-correlation-id')).toMatch(/^[0-9a-f-]{36}$/u);
  });
});

describe('behind HTTPS', () => {
  let stack: TestStack;
  beforeAll(async () => {
    stack = await startTestStack({ environment: { PUBLIC_ORIGIN: 'https://repairs.school.example' } });
  });
  afterAll(() => stack.stop());

  it('cookies are Secure and bound to the host, and only the public origin may make changes', async () => {
    const browser = stack.browser();
    const origin = 'https://repairs.school.example';
    const { headers } = await browser.signIn('member', { origin });
    const [cookie] = headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-repairline=[\w-]{43};.* Path=\/;.* HttpOnly; Secure; SameSite=Lax$/u);
    expect(headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect((await browser.send('POST', '/api/logout')).status).toBe(403);
    expect((await browser.send('POST', '/api/logout', { headers: { origin } })).status).toBe(200);
  });
});
