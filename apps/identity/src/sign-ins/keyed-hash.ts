import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';

/** Names for things that must not be readable in a table: HMAC-SHA-256 with a separate key for each purpose. */
export interface KeyedHash {
  /** 64 hexadecimal digits. */
  hex(...parts: string[]): string;
  /** A UUID (version 8, RFC 9562): the same for the same parts, in this installation only. */
  uuid(...parts: string[]): string;
}

export function keyedHash(dataKey: Buffer, purpose: string): KeyedHash {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, '', `repairline identity ${purpose}`, 32)));
  const digest = (parts: string[]) => createHmac('sha256', key).update(JSON.stringify(parts)).digest();
  return {
    hex: (...parts) => digest(parts).toString('hex'),
    uuid(...parts) {
      const bytes = digest(parts).subarray(0, 16);
      bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
      return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
    },
  };
}
