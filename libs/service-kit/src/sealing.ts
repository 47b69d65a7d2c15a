import { createCipheriv, createDecipheriv, createSecretKey, randomFillSync, type KeyObject } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Given raw bytes, each cipher first creates its own key object, which takes longer than decrypting an event. */
const prepared = new WeakMap<Buffer, KeyObject>();

function keyObjectOf(key: Buffer | KeyObject): KeyObject {
  if (!Buffer.isBuffer(key)) return key;
  const known = prepared.get(key);
  if (known) return known;
  const made = createSecretKey(key);
  prepared.set(key, made);
  return made;
}

/** Asking the system for 12 bytes each time takes longer than encrypting an event. */
const randomness = Buffer.alloc(IV_BYTES * 256);
let used = randomness.length;

function freshIv(): Buffer {
  if (used === randomness.length) {
    randomFillSync(randomness);
    used = 0;
  }
  used += IV_BYTES;
  return randomness.subarray(used - IV_BYTES, used);
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a random 96-bit iv.
 * @param boundTo what the ciphertext belongs to; it opens only with the same value
 * @returns iv | tag | ciphertext
 */
export function seal(key: Buffer | KeyObject, plain: Buffer | string, boundTo: string): Buffer {
  const iv = freshIv();
  const cipher = createCipheriv('aes-256-gcm', keyObjectOf(key), iv).setAAD(Buffer.from(boundTo));
  // GCM is a stream mode: `update` returns every byte, and `final` only completes the tag.
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  cipher.final();
  const sealed = Buffer.allocUnsafe(IV_BYTES + TAG_BYTES + body.length);
  sealed.set(iv);
  sealed.set(cipher.getAuthTag(), IV_BYTES);
  sealed.set(body, IV_BYTES + TAG_BYTES);
  return sealed;
}

/** @throws if the key or `boundTo` differs, or a bit has changed */
export function open(key: Buffer | KeyObject, sealed: Uint8Array, boundTo: string): Buffer {
  const iv = sealed.subarray(0, IV_BYTES);
  const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyObjectOf(key), iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(tag);
  // As in `seal`, `final` returns nothing; here it checks the tag.
  const plain = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
  decipher.final();
  return plain;
}
