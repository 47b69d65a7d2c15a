import type { IncomingMessage } from 'node:http';

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
