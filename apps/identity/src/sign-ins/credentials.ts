import type { Pool } from 'pg';

/** Hashes are in a table of their own, never in the log. */
export async function passwordHashOf(pool: Pool, userId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ password_hash: string }>(
    'select password_hash from credentials where user_id = $1',
    [userId],
  );
  return rows[0]?.password_hash;
}

/** @returns false if the account has a password already, which stays. */
export async function keepFirstPassword(pool: Pool, userId: string, passwordHash: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    'insert into credentials (user_id, password_hash) values ($1, $2) on conflict (user_id) do nothing',
    [userId, passwordHash],
  );
  return rowCount === 1;
}

/** For an account that nobody can have used yet: it overwrites a password from an earlier attempt. */
export async function replacePassword(pool: Pool, userId: string, passwordHash: string): Promise<void> {
  await pool.query(
    `insert into credentials (user_id, password_hash) values ($1, $2)
     on conflict (user_id) do update set password_hash = excluded.password_hash`,
    [userId, passwordHash],
  );
}
