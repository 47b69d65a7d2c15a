import type { Pool } from 'pg';
import type { ApiToken } from '@repairline/contracts/identity/views';
import { USER_COLUMNS, type UserRow } from '../views/users';

export interface NewApiToken {
  tokenId: string;
  tokenHash: string;
  userId: string;
  name: string;
  /** Position of the approval the token is bound to. */
  approvedPosition: number;
  expiresAt: Date;
}

/** The precision of `last_used_at`: a busy script costs one write a minute. */
const USED_EVERY_MS = 60_000;

/** @returns false if the token is stored already, as after a repeated command */
export async function keepApiToken(pool: Pool, token: NewApiToken, now: Date): Promise<boolean> {
  const { tokenId, tokenHash, userId, name, approvedPosition, expiresAt } = token;
  const { rowCount } = await pool.query(
    `insert into api_tokens (token_id, token_hash, user_id, name, approved_position, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (token_id) do nothing`,
    [tokenId, tokenHash, userId, name, approvedPosition, now, expiresAt],
  );
  return rowCount === 1;
}

/** The token's owner; null if it is unknown, revoked or expired, or its owner's approval has been taken away since. */
export async function findApiTokenOwner(
  pool: Pool,
  tokenHash: string,
  now: Date,
): Promise<{ user: UserRow; tokenId: string } | null> {
  const { rows } = await pool.query<UserRow & { token_id: string; used_at: string | null }>({
    name: 'holder of an API token',
    text: `select ${USER_COLUMNS}, api_tokens.token_id, api_tokens.last_used_at as used_at
           from api_tokens join users using (user_id)
           where token_hash = $1 and expires_at > $2
             and users.approved and users.approved_position = api_tokens.approved_position`,
    values: [tokenHash, now],
  });
  const [found] = rows;
  if (!found) return null;
  const { token_id: tokenId, used_at: usedAt, ...user } = found;
  if (!usedAt || now.getTime() - Date.parse(usedAt) >= USED_EVERY_MS)
    await pool.query('update api_tokens set last_used_at = $2 where token_id = $1', [tokenId, now]);
  return { user, tokenId };
}

export async function apiTokensOf(pool: Pool, userId: string): Promise<ApiToken[]> {
  const { rows } = await pool.query<{
    token_id: string;
    name: string;
    created_at: string;
    last_used_at: string | null;
    expires_at: string;
  }>(
    `select api_tokens.* from api_tokens join users using (user_id)
     where user_id = $1 and users.approved_position = api_tokens.approved_position
     order by api_tokens.created_at desc, token_id`,
    [userId],
  );
  return rows.map((row) => ({
    id: row.token_id,
    name: row.name,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }));
}

export async function dropApiToken(pool: Pool, userId: string, tokenId: string): Promise<void> {
  await pool.query('delete from api_tokens where user_id = $1 and token_id = $2', [userId, tokenId]);
}

export async function dropApiTokensOf(pool: Pool, userId: string): Promise<void> {
  await pool.query('delete from api_tokens where user_id = $1', [userId]);
}
