import type { Request, Response } from 'express';
import { KnownBrowsers } from './known-browsers';

const [ADA, GRACE] = ['ada@school.example', 'grace@school.example'];
const request = {} as Request;

/** One browser: what is set there is sent from there. */
function browser(token?: string) {
  const jar = { token };
  const cookies = { browser: () => jar.token, setBrowser: (_: Response, set: string) => void (jar.token = set) };
  const installation = (secret: string) => new KnownBrowsers(cookies, { SESSION_SECRET: secret });
  const browsers = installation('a secret');
  return {
    jar,
    installation,
    nameOf: (email: string) => browsers.nameOf(request, email),
    signIn: (email: string) => browsers.remember(request, {} as Response, email),
  };
}

test('is known for the address that signed in there, and for no other', () => {
  const { jar, nameOf, signIn } = browser();
  expect(nameOf(ADA)).toBeNull();
  signIn(ADA);
  expect(jar.token).toMatch(/^[\w-]{43}$/u);
  expect(nameOf(ADA)).toMatch(/^[0-9a-f]{24}$/u);
  expect(nameOf(GRACE)).toBeNull();
});

test('keeps its name at the next sign-in, and gets another one with another address', () => {
  const { nameOf, signIn } = browser();
  signIn(ADA);
  const name = nameOf(ADA);
  signIn(ADA);
  expect(nameOf(ADA)).toBe(name);
  signIn(GRACE);
  expect([nameOf(ADA), nameOf(GRACE) === name]).toEqual([null, false]);
});

test.each(['', 'short', 'A'.repeat(43)])('is not known by the made-up cookie %j', (token) => {
  expect(browser(token).nameOf(ADA)).toBeNull();
});

test('is not known in another installation', () => {
  const { installation, signIn } = browser();
  signIn(ADA);
  expect(installation('another secret').nameOf(request, ADA)).toBeNull();
});
