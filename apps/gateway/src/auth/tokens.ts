import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** 32 random bytes, base64url. Only the browser holds it; services know its SHA-256. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** A key of its own for each purpose, so that what one leaks or signs is worthless to another. */
export function keyFor(
  purpose: 'csrf' | 'sign-in' | 'api tokens' | 'requests' | 'remembered answers',
  secret: string,
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `repairline ${purpose}`, 32));
}

/** A retried sign-in gets the token of the first attempt, which is kept nowhere: it follows from the command. */
export function tokenOfCommand(key: Buffer, commandId: string): string {
  return createHmac('sha256', key).update(commandId).digest('base64url');
}
