import type { KeyedHash } from './keyed-hash';

/** Without digits and letters that are taken for one another. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 6;

/**
 * What a person and the Admin who approves them compare, such as `K7M-2QX`: it shows that the account's password is the
 * person's. Another password makes another code.
 */
export function approvalCodeOf(codes: KeyedHash, userId: string, passwordHash: string): string {
  let number = BigInt(`0x${codes.hex(userId, passwordHash)}`);
  let code = '';
  for (let at = 0; at < LENGTH; at += 1) {
    code += SIGNS.charAt(Number(number % BigInt(SIGNS.length)));
    number /= BigInt(SIGNS.length);
  }
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}
