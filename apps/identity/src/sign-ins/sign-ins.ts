import type { NatsConnection } from 'nats';
import type { Pool } from 'pg';
import type { OpenSignIn } from '@repairline/contracts/identity/views';
import { signInsEndedSubject, type SignInsEnded } from '@repairline/contracts/published/published-subjects';
import { USER_COLUMNS, type UserRow } from '../views/users';

export interface SignInLimits {
  idleHours: number;
  maxHours: number;
}

export interface NewSignIn {
  tokenHash: string;
  userId: string;
  /** Position of the approval that lets the user in. */
  approvedPosition: number;
  /** Of the password that the user gave. */
  passwordHash: string;
  /** The browser in words. */
  agent: string;
}

export interface EndedSignIn {
  userId: string;
  tokenHash: string;
}

const HOUR_MS = 3_600_000;
/** The precision of `last_seen_at`: a busy browser costs one write a minute. */
const SEEN_EVERY_MS = 60_000;

/**
 * Opens a sign-in, once if it is repeated. It waits for a password that is just being replaced, whose command ends the
 * user's sign-ins afterwards.
 * @returns false if the password has been replaced since it was checked, or lets its owner only choose another
 */
export async function openSignIn(pool: Pool, signIn: NewSignIn, now: Date): Promise<boolean> {
  const { tokenHash, userId, approvedPosition, passwordHash, agent } = signIn;
  const { rowCount } = await pool.query(
    `insert into sign_ins (token_hash, user_id, approved_position, created_at, last_seen_at, browser)
     select $1, user_id, $3, $4, $4, $6 from credentials
       where user_id = $2 and password_hash = $5 and one_time_until is null for share
     on conflict (token_hash) do update set last_seen_at = excluded.last_seen_at`,
    [tokenHash, userId, approvedPosition, now, passwordHash, agent],
  );
  return rowCount === 1;
}

/** The signed-in user; null if the token is unknown or expired, or the user's approval has been taken away since. */
export async function findSignedInUser(
  pool: Pool,
  tokenHash: string,
  limits: SignInLimits,
  now: Date,
): Promise<{ user: UserRow; seenAt: Date } | null> {
  const { rows } = await pool.query<UserRow & { seen_at: string }>({
    name: 'holder of a sign-in',
    text: `select ${USER_COLUMNS}, sign_ins.last_seen_at as seen_at from sign_ins join users using (user_id)
           where token_hash = $1 and last_seen_at > $2 and sign_ins.created_at > $3
             and users.approved and users.approved_position = sign_ins.approved_position`,
    values: [tokenHash, ...oldest(limits, now)],
  });
  const [found] = rows;
  if (!found) return null;
  const { seen_at: seenAt, ...user } = found;
  return { user, seenAt: new Date(seenAt) };
}

export async function keepAlive(pool: Pool, tokenHash: string, seenAt: Date, now: Date): Promise<void> {
  if (now.getTime() - seenAt.getTime() < SEEN_EVERY_MS) return;
  await pool.query('update sign_ins set last_seen_at = $2 where token_hash = $1 and last_seen_at < $2', [
    tokenHash,
    now,
  ]);
}

export async function endSignIn(pool: Pool, tokenHash: string): Promise<EndedSignIn | null> {
  const [ended] = await endWhere(pool, 'token_hash = $1', [tokenHash]);
  return ended ?? null;
}

export function endSignInsOf(pool: Pool, userId: string): Promise<EndedSignIn[]> {
  return endWhere(pool, 'user_id = $1', [userId]);
}

/** All of the user's but one. */
export function endOtherSignIns(pool: Pool, userId: string, tokenHash: string): Promise<EndedSignIn[]> {
  return endWhere(pool, 'user_id = $1 and token_hash <> $2', [userId, tokenHash]);
}

/** @param signInId a UUID, as lists show it */
export async function endSignInOf(pool: Pool, userId: string, signInId: string): Promise<EndedSignIn | null> {
  const [ended] = await endWhere(pool, 'user_id = $1 and sign_in_id = $2', [userId, signInId]);
  return ended ?? null;
}

/** Those that are valid, the last used first. @param tokenHash of the sign-in that asks */
export async function openSignInsOf(
  pool: Pool,
  { userId, tokenHash }: EndedSignIn,
  limits: SignInLimits,
  now: Date,
): Promise<OpenSignIn[]> {
  const { rows } = await pool.query<{
    sign_in_id: string;
    browser: string;
    created_at: string;
    last_seen_at: string;
    current: boolean;
  }>(
    `select sign_in_id, browser, sign_ins.created_at, last_seen_at, token_hash = $4 as current
     from sign_ins join users using (user_id)
     where user_id = $1 and last_seen_at > $2 and sign_ins.created_at > $3
       and users.approved_position = sign_ins.approved_position
     order by current desc, last_seen_at desc, sign_in_id`,
    [userId, ...oldest(limits, now), tokenHash],
  );
  return rows.map((row) => ({
    id: row.sign_in_id,
    browser: row.browser,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    current: row.current,
  }));
}

export function endExpiredSignIns(pool: Pool, limits: SignInLimits, now: Date): Promise<EndedSignIn[]> {
  return endWhere(pool, 'last_seen_at <= $1 or created_at <= $2', oldest(limits, now));
}

async function endWhere(pool: Pool, condition: string, values: unknown[]): Promise<EndedSignIn[]> {
  const { rows } = await pool.query<{ user_id: string; token_hash: string }>(
    `delete from sign_ins where ${condition} returning user_id, token_hash`,
    values,
  );
  return rows.map((row) => ({ userId: row.user_id, tokenHash: row.token_hash }));
}

/** The earliest times at which a valid sign-in may have been last seen, and made. */
function oldest({ idleHours, maxHours }: SignInLimits, now: Date): [Date, Date] {
  return [new Date(now.getTime() - idleHours * HOUR_MS), new Date(now.getTime() - maxHours * HOUR_MS)];
}

/** Call after the database has changed: every gateway then closes the sockets of these sign-ins. */
export function announceEnd(bus: NatsConnection, ended: SignInsEnded): void {
  if (!bus.isClosed()) bus.publish(signInsEndedSubject, JSON.stringify(ended));
}
