import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';

// Remembered answers contain typed text, and the bus writes them to disk. AES-256-GCM, as nonce (12), tag (16), text.

export function seal(key: KeyObject, value: unknown): Uint8Array {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** undefined if it was sealed with another key, or is not a sealed value. */
export function unseal(key: KeyObject, sealed: Uint8Array): unknown {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
}
