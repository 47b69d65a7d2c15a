import { createHash, createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** 32 random bytes, base64url. Only the browser holds it; services know its SHA-256. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * A separate key for each purpose, so that what one leaks or signs is worthless for another. A key object, because an
 * HMAC takes Node 24 19 µs with a key given as bytes and 2.7 µs with this.
 */
export function keyFor(
  purpose: 'csrf' | 'sign-in' | 'browsers' | 'api tokens' | 'requests' | 'remembered answers' | 'security log',
  secret: string,
): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `repairline ${purpose}`, 32)));
}

/** Derives the token from the command, so that a retried sign-in gets the first attempt's token without storing it. */
export function tokenOfCommand(key: KeyObject, commandId: string): string {
  return createHmac('sha256', key).update(commandId).digest('base64url');
}

/** Identifies a token to anyone who finds it, and to secret scanners. */
export const TOKEN_PREFIX = 'repairline_';
const BEARER = /^Bearer +(\S+) *$/iu;
const TOKEN = /^repairline_[\w-]{43}$/u;

/**
 * The personal API token of a request; undefined if there is none, null for one that cannot be ours. Other schemes of
 * the header are ignored: a proxy in front may have one of its own.
 */
export function apiTokenOf({ headers }: IncomingMessage): string | null | undefined {
  const { authorization } = headers;
  if (!authorization || !/^Bearer\b/iu.test(authorization)) return undefined;
  const given = BEARER.exec(authorization)?.[1];
  return given && TOKEN.test(given) ? given : null;
}
