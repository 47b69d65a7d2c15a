import type { IncomingMessage } from 'node:http';

/** Tells what it is to whoever finds it, and to tools that look for lost secrets. */
export const TOKEN_PREFIX = 'repairline_';
const BEARER = /^Bearer +(\S+) *$/iu;
const TOKEN = /^repairline_[\w-]{43}$/u;

/**
 * The personal API token of a request; undefined where there is none, and null for one that cannot be ours. Other
 * schemes of the header are not our business: a proxy in front may have one of its own.
 */
export function apiTokenOf({ headers }: IncomingMessage): string | null | undefined {
  const { authorization } = headers;
  if (!authorization || !/^Bearer\b/iu.test(authorization)) return undefined;
  const given = BEARER.exec(authorization)?.[1];
  return given && TOKEN.test(given) ? given : null;
}
