import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { IdentityEvent } from '@repairline/contracts/identity/events';
import type { Role, SignedInUser, Technician, UserAccount } from '@repairline/contracts/identity/views';
import { PAGE, type Page, type wholeOrPage } from '@repairline/contracts/page';
import { readCursor, writeCursor } from '@repairline/postgres/queries/cursor';
import { inAlphabet } from '@repairline/messaging/people/technicians';
import { defineView } from '@repairline/projections/view';

/** Everybody who has ever signed in, and what they may do. Times are ISO 8601 strings. */
export interface UserRow {
  user_id: string;
  /** Lower case; empty once erased. */
  email: string;
  /** Empty until somebody gives one. */
  name: string;
  role: Role;
  approved: boolean;
  ever_approved: boolean;
  /** Position of the approval in force; sign-ins are bound to it. */
  approved_position: number | null;
  denied_at: string | null;
  last_login_at: string | null;
  created_at: string;
  /** When the account last changed; sign-ins do not count. */
  updated_at: string;
  /** The position of the event that last changed the account. */
  position: number;
}

export interface UsersTable {
  users: UserRow;
}

export const usersView = defineView<UserRow, IdentityEvent>({
  name: 'users',
  version: 3,
  table: 'users',
  key: 'user_id',
  columns: {
    user_id: 'text',
    email: 'text not null',
    name: 'text not null',
    role: 'text not null',
    approved: 'boolean not null',
    ever_approved: 'boolean not null',
    approved_position: 'bigint',
    denied_at: 'timestamptz',
    last_login_at: 'timestamptz',
    created_at: 'timestamptz not null',
    updated_at: 'timestamptz not null',
    position: 'bigint not null',
  },
  indexes: ["create unique index users_by_email on users (email) where email <> ''"],
  rowsOf: (event) => [event.data.userId],
  project(row, { event, occurredAt, position }) {
    const at = occurredAt.toISOString();
    if (event.type === 'UserRegistered' || event.type === 'UserRegisteredAgain')
      return newcomer({ name: null, ...event.data }, at, position);
    if (event.type === 'UserRemoved') return undefined;
    return row && { ...row, ...changeBy(event, at, position) };
  },
  onPoison: 'stop',
});

/** For statements planned once: their result columns must stay the same when a later version adds a column. */
export const USER_COLUMNS = Object.keys(usersView.columns)
  .map((column) => `users.${column}`)
  .join(', ');

function newcomer(
  { userId, email, name, role }: { userId: string; email: string | null; name: string | null; role: Role },
  at: string,
  position: number,
): UserRow {
  return {
    user_id: userId,
    email: email ?? '',
    name: name ?? '',
    role,
    approved: false,
    ever_approved: false,
    approved_position: null,
    denied_at: null,
    last_login_at: null,
    created_at: at,
    updated_at: at,
    position,
  };
}

function changeBy(
  event: Exclude<IdentityEvent, { type: 'UserRegistered' | 'UserRegisteredAgain' | 'UserRemoved' }>,
  at: string,
  position: number,
): Partial<UserRow> {
  const changed = { updated_at: at, position };
  switch (event.type) {
    case 'UserApproved':
      return { approved: true, ever_approved: true, approved_position: position, denied_at: null, ...changed };
    case 'UserDenied':
      return { approved: false, approved_position: null, denied_at: at, ...changed };
    case 'UserAccessRevoked':
      return { approved: false, approved_position: null, ...changed };
    case 'UserPromoted':
      return { role: 'Admin', ...changed };
    case 'UserDemoted':
      return { role: 'Member', ...changed };
    case 'UserRenamed':
      return { name: event.data.name ?? '', ...changed };
    case 'UserSignedIn':
      return { last_login_at: at };
    case 'UserSignedOut':
    case 'PasswordChanged':
    case 'PasswordReset':
    case 'ApiTokenCreated':
    case 'ApiTokenRevoked':
      return {};
    default:
      return event satisfies never;
  }
}

type Db = Kysely<UsersTable>;

export function findUser(db: Db, userId: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('user_id', '=', textOf(userId)).executeTakeFirst();
}

export async function isEmailOfAnother(db: Db, email: string, userId: string): Promise<boolean> {
  const query = db.selectFrom('users').select('user_id').where('email', '=', textOf(email));
  return (await query.where('user_id', '<>', textOf(userId)).executeTakeFirst()) !== undefined;
}

export function usersById(db: Db, userIds: readonly string[]): Promise<UserRow[]> {
  if (userIds.length === 0) return Promise.resolve([]);
  return inOrder(db).where('user_id', 'in', userIds.map(textOf)).execute();
}

const byName = inAlphabet(sql`coalesce(nullif(name, ''), email)`);

/** In the order lists show them: by name, or by email for people without one. */
function inOrder(db: Db) {
  return db.selectFrom('users').selectAll().orderBy(byName).orderBy('email').orderBy('user_id');
}

const lastShown = z.object({ id: z.string() });

/**
 * All of them, unless a page is asked for by `cursor` or `limit`. The cursor holds no name, only an id: a page begins
 * after the place where that person stands now.
 */
export async function userPage(
  db: Db,
  { cursor, limit = cursor === undefined ? undefined : PAGE.default }: z.output<typeof wholeOrPage>,
  which: { approvedOnly: boolean },
): Promise<Page<UserRow>> {
  const after = cursor === undefined ? null : readCursor(lastShown, cursor);
  const place = sql`${byName}, email, user_id`;
  let page = inOrder(db).$if(limit !== undefined, (all) => all.limit(Number(limit) + 1));
  if (after) {
    page = page.where(sql<boolean>`(${place}) > (select ${place} from users where user_id = ${textOf(after.id)})`);
  }
  let counted = db.selectFrom('users').select(({ fn }) => fn.countAll<number>().as('total'));
  if (which.approvedOnly) [page, counted] = [page.where('approved', '=', true), counted.where('approved', '=', true)];
  const [rows, count] = await Promise.all([page.execute(), counted.executeTakeFirst()]);
  const last = limit !== undefined && rows.length > limit ? rows[limit - 1] : undefined;
  const next = last ? writeCursor({ id: last.user_id } satisfies z.input<typeof lastShown>) : null;
  return { items: rows.slice(0, limit), total: count?.total ?? 0, next };
}

/** PostgreSQL refuses text with a NUL; no stored text has one. */
function textOf(given: string): string {
  return given.replaceAll('\u0000', '\ufffd');
}

export function toSignedInUser(row: UserRow): SignedInUser {
  return {
    id: row.user_id,
    email: row.email,
    name: row.name,
    role: row.role,
    approved: row.approved,
    lastLoginAt: row.last_login_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** @param approvalCode null for an account that is approved or has no password */
export function toUserAccount(row: UserRow, approvalCode: string | null): UserAccount {
  return { ...toSignedInUser(row), deniedAt: row.denied_at, approvalCode, removable: !row.ever_approved };
}

export function toTechnician({ user_id: id, name, email }: UserRow): Technician {
  return { id, name, email };
}
