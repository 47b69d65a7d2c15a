import type { KeyObject } from 'node:crypto';
import * as sealing from '@repairline/service-kit/sealing';

// Remembered answers contain typed text, and the bus writes them to disk.

export function seal(key: KeyObject, value: unknown): Uint8Array {
  return sealing.seal(key, JSON.stringify(value), '');
}

/** undefined if it was sealed with another key, or is not a sealed value. */
export function unseal(key: KeyObject, sealed: Uint8Array): unknown {
  try {
    return JSON.parse(sealing.open(key, sealed, '').toString('utf8'));
  } catch {
    return undefined;
  }
}
