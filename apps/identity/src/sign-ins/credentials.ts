import type { Pool } from 'pg';
import type { KeyedHash } from './keyed-hash';

/** Hashes are in a table of their own, never in the log. */
export interface Credential {
  passwordHash: string;
  /** Until then the password lets its owner choose another one, and does nothing else; null for a person's own. */
  oneTimeUntil: Date | null;
}

export async function credentialOf(pool: Pool, userId: string): Promise<Credential | undefined> {
  const { rows } = await pool.query<{ password_hash: string; one_time_until: string | null }>(
    'select password_hash, one_time_until from credentials where user_id = $1',
    [userId],
  );
  const [row] = rows;
  return (
    row && { passwordHash: row.password_hash, oneTimeUntil: row.one_time_until ? new Date(row.one_time_until) : null }
  );
}

export async function passwordHashesOf(pool: Pool, userIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ user_id: string; password_hash: string }>(
    'select user_id, password_hash from credentials where user_id = any($1)',
    [userIds],
  );
  return new Map(rows.map((row) => [row.user_id, row.password_hash]));
}

/** @returns false if the account has a password already, which stays. */
export async function keepFirstPassword(pool: Pool, userId: string, passwordHash: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'insert into credentials (user_id, password_hash) values ($1, $2) on conflict (user_id) do nothing',
    [userId, passwordHash],
  );
  return rowCount === 1;
}

/** Whatever the account's password was. @param oneTimeUntil for a password that somebody else gives the person */
export async function replacePassword(
  pool: Pool,
  userId: string,
  passwordHash: string,
  oneTimeUntil: Date | null = null,
): Promise<void> {
  await pool.query(
    `insert into credentials (user_id, password_hash, one_time_until) values ($1, $2, $3)
     on conflict (user_id) do update
       set password_hash = excluded.password_hash, one_time_until = excluded.one_time_until`,
    [userId, passwordHash, oneTimeUntil],
  );
}

/** @returns false if the password is no longer the one that was checked */
export async function changePassword(
  pool: Pool,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update credentials set password_hash = $3, one_time_until = null where user_id = $1 and password_hash = $2`,
    [userId, from, to],
  );
  return rowCount === 1;
}

export async function dropPassword(pool: Pool, userId: string): Promise<void> {
  await pool.query('delete from credentials where user_id = $1', [userId]);
}

/** Without digits and letters that are taken for one another. */
const CODE_SIGNS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 6;

/**
 * What a person and the Admin who approves them compare, such as `K7M-2QX`: it shows that the account's password is the
 * person's. Another password makes another code.
 */
export function approvalCodeOf(codes: KeyedHash, userId: string, passwordHash: string): string {
  let number = BigInt(`0x${codes.hex(userId, passwordHash)}`);
  let code = '';
  for (let at = 0; at < CODE_LENGTH; at += 1) {
    code += CODE_SIGNS.charAt(Number(number % BigInt(CODE_SIGNS.length)));
    number /= BigInt(CODE_SIGNS.length);
  }
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}
