import type { IncomingMessage } from 'node:http';
import { clientOf, clientOfUpgrade } from './client';
import { readCookie } from './cookies';
import { csrfToken, isAllowedOrigin, isCsrfToken } from './csrf.guard';
import { hashOf, keyFor, newToken, tokenOfCommand } from './tokens';

const SECRET = 'a secret of at least thirty-two characters';

describe('CSRF tokens', () => {
  const key = keyFor('csrf', SECRET);
  const cookie = newToken();

  it('are valid for the cookie that they were made for', () => {
    expect(isCsrfToken(key, cookie, csrfToken(key, cookie))).toBe(true);
  });

  it.each([
    ['another cookie', newToken(), csrfToken(key, cookie)],
    ['no cookie', undefined, csrfToken(key, cookie)],
    ['no token', cookie, undefined],
    ['an empty token', cookie, ''],
    ['a part of the token', cookie, csrfToken(key, cookie).slice(1)],
    ['a token of another secret', cookie, csrfToken(keyFor('csrf', `${SECRET}!`), cookie)],
    ['two tokens', cookie, [csrfToken(key, cookie), csrfToken(key, cookie)]],
  ])('are refused for %s', (_, bearer, given) => {
    expect(isCsrfToken(key, bearer, given)).toBe(false);
  });
});

describe('the allowed origin', () => {
  // proves d.config.public-origin-localhost
  it.each([
    ['https://r.example', 'https://r.example', 'whatever:1', true],
    ['http://r.example', 'https://r.example', 'r.example', false],
    ['https://r.example.evil', 'https://r.example', 'r.example', false],
    ['http://localhost:3000', undefined, 'localhost:3000', true],
    ['http://127.0.0.1:3000', undefined, '127.0.0.1:3000', true],
    ['http://[::1]:3000', undefined, '[::1]:3000', true],
    ['http://localhost:3001', undefined, 'localhost:3000', false],
    ['http://evil.example', undefined, 'evil.example', false],
    ['http://localhost.evil.example', undefined, 'localhost.evil.example', false],
    ['null', undefined, 'localhost:3000', false],
    [undefined, undefined, 'localhost:3000', false],
  ])('%s, with PUBLIC_ORIGIN %s, asked as %s: %s', (origin, publicOrigin, host, allowed) => {
    expect(isAllowedOrigin(origin, publicOrigin, host)).toBe(allowed);
  });
});

describe('cookies', () => {
  const token = newToken();

  it.each([
    [`a=1; repairline=${token}; b=2`, token],
    [`repairline=${token}`, token],
    [`xrepairline=${token}`, undefined],
    ['repairline=short', undefined],
    [`repairline=${token}'--`, undefined],
    ['repairline', undefined],
    [undefined, undefined],
  ])('in the header %s are read only if well-formed', (header, expected) => {
    expect(readCookie(header, 'repairline')).toBe(expected);
  });
});

describe('tokens', () => {
  it('have 32 bytes and are known to services by their SHA-256', () => {
    expect(Buffer.from(newToken(), 'base64url')).toHaveLength(32);
    expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('of a retried command are the same, under the same secret', () => {
    const [key, other] = [keyFor('sign-in', SECRET), keyFor('sign-in', `${SECRET}!`)];
    expect(tokenOfCommand(key, 'id')).toBe(tokenOfCommand(key, 'id'));
    expect(tokenOfCommand(key, 'id')).not.toBe(tokenOfCommand(other, 'id'));
    expect(readCookie(`repairline=${tokenOfCommand(key, 'id')}`, 'repairline')).toBeDefined();
  });
});

describe('a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    [undefined, 'unknown'],
  ])('at %s counts as %s', (ip, client) => {
    expect(clientOf(ip)).toBe(client);
  });

  it.each([
    [true, '10.0.0.1, 203.0.113.7', '203.0.113.7'],
    [true, undefined, '198.51.100.1'],
    [false, '203.0.113.7', '198.51.100.1'],
  ])('of an upgrade is whom the one proxy names last, behind https (%s) alone', (isHttps, forwarded, client) => {
    const headers = { 'x-forwarded-for': forwarded };
    const request = { headers, socket: { remoteAddress: '198.51.100.1' } } as unknown as IncomingMessage;
    expect(clientOfUpgrade(request, isHttps)).toBe(client);
  });
});
