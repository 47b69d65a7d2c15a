import { randomUUID } from 'node:crypto';

/** A UUID of version 7 (RFC 9562, 5.7): 48 bits of milliseconds since 1970, then 74 random bits. */
export function timeOrderedId(now: number = Date.now()): string {
  const moment = now.toString(16).padStart(12, '0');
  return `${moment.slice(0, 8)}-${moment.slice(8)}-7${randomUUID().slice(15)}`;
}
