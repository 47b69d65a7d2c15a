import { createHash } from 'node:crypto';

/** A UUID (version 5) for something a command creates: the same each time the command is repeated. */
export function derivedId(commandId: string, what: string): string {
  const bytes = createHash('sha1')
    .update(Buffer.from(commandId.replaceAll('-', ''), 'hex'))
    .update(what)
    .digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
