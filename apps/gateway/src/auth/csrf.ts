import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Bound to the cookie: a token fetched in another browser, or before the sign-in, does not fit. */
export function csrfToken(key: KeyObject, bearer: string): string {
  return createHmac('sha256', key).update(bearer).digest('base64url');
}

export function isCsrfToken(key: KeyObject, bearer: string | undefined, given: string | string[] | undefined): boolean {
  if (!bearer || typeof given !== 'string') return false;
  const expected = Buffer.from(csrfToken(key, bearer));
  const offered = Buffer.from(given);
  return expected.length === offered.length && timingSafeEqual(expected, offered);
}
