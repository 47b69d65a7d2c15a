import { createHmac, type KeyObject } from 'node:crypto';
import { GatewayError } from '../http/errors';

export const KEY = /^[\x21-\x7e]{1,200}$/u;
/** How long the first answer to a key is kept. */
export const KEPT_HOURS = 24;
/** The header that tells a repeated answer from the first. */
export const REPLAYED = 'Idempotency-Replayed';

export interface KeyedRequest {
  /** The user, or the cookie of a signed-out visitor: keys of different owners never match. */
  owner: string;
  key: string;
  method: string;
  path: string;
  body: unknown;
}

export interface RequestNames {
  /** The same for every request of this owner with this key. Hex, so it is a valid key of the bucket. */
  slot: string;
  /** Distinguishes requests of one slot. A keyed hash, so that it reveals nothing about the request. */
  fingerprint: string;
  /** The same for the same request with the same key, so that services also apply it once. */
  commandId: string;
}

export function nameRequest(secret: KeyObject, { owner, key, method, path, body }: KeyedRequest): RequestNames {
  if (!KEY.test(key)) {
    throw new GatewayError('idempotency_key_invalid', 'Idempotency-Key must have 1 to 200 visible ASCII characters');
  }
  const slot = digest(secret, ['slot', owner, key]);
  const fingerprint = digest(secret, ['request', method, path, JSON.stringify(body ?? null)]);
  return { slot, fingerprint, commandId: toUuid(digest(secret, ['command', slot, fingerprint])) };
}

function digest(secret: KeyObject, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('hex');
}

/** A UUID of version 8 (RFC 9562: custom content) from 122 bits of a hex digest. */
function toUuid(hex: string): string {
  const variant = ((parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-');
}
