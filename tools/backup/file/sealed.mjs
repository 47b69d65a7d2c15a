import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { Transform } from 'node:stream';
import { StartError } from '../../shared/say.mjs';

// The file of keys is its backup format encrypted with AES-256-GCM under a key made from DATA_KEY:
// 8 bytes 'RPLKEYS1', 12 bytes iv, the ciphertext, 16 bytes tag.

const MAGIC = Buffer.from('RPLKEYS1');
const IV = 12;
const TAG = 16;

/** Shows whether two installations have the same DATA_KEY, and nothing else about it. */
export const fingerprint = (dataKey) =>
  createHmac('sha256', Buffer.from(dataKey, 'hex')).update('repairline backup fingerprint').digest('hex').slice(0, 32);

const keyOf = (dataKey) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(dataKey, 'hex'), '', 'repairline backup of keys', 32));

export function seal(dataKey) {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', keyOf(dataKey), iv);
  let begun = false;
  return new Transform({
    transform(chunk, _encoding, done) {
      if (!begun) this.push(Buffer.concat([MAGIC, iv]));
      begun = true;
      done(null, cipher.update(chunk));
    },
    flush(done) {
      this.push(cipher.final());
      this.push(cipher.getAuthTag());
      done();
    },
  });
}

/** @throws {StartError} if this is not a file of keys; the stream fails if the key is wrong or a byte has changed */
export function unseal(path, dataKey) {
  const { size } = statSync(path);
  const first = bytesOf(path, 0, MAGIC.length + IV);
  if (size < MAGIC.length + IV + TAG || !first.subarray(0, MAGIC.length).equals(MAGIC))
    throw new StartError(`${path} is not the file of keys of a backup. Nothing was restored.`);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(dataKey), first.subarray(MAGIC.length));
  decipher.setAuthTag(bytesOf(path, size - TAG, TAG));
  const sealed = createReadStream(path, { start: MAGIC.length + IV, end: size - TAG - 1 });
  decipher.on('error', () => undefined);
  sealed.on('error', (error) => decipher.destroy(error));
  return sealed.pipe(decipher);
}

function bytesOf(path, at, length) {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(length);
    return bytes.subarray(0, readSync(file, bytes, 0, length, at));
  } finally {
    closeSync(file);
  }
}
