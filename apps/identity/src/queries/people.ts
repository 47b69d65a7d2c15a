import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import type {
  Authenticate,
  AuthenticateApiToken,
  GetPeople,
  ListTechnicians,
  ListUsers,
} from '@repairline/contracts/identity/calls';
import { requireActor, requireAdmin } from '@repairline/messaging/context';
import { accountsOf } from '../commands/accounts';
import type { Identity } from '../identity';
import { findApiTokenOwner } from '../sign-ins/api-tokens';
import { findSignedInUser, keepAlive } from '../sign-ins/sign-ins';
import { toSignedInUser, toTechnician, userPage, usersById, usersView } from '../views/users';

export async function authenticate(
  { pool, limits, now }: Identity,
  { tokenHash, extend }: ParsedInput<typeof Authenticate>,
): Promise<CallOutput<typeof Authenticate>> {
  const at = now();
  const holder = await findSignedInUser(pool, tokenHash, limits, at);
  if (!holder) return { user: null };
  if (extend) await keepAlive(pool, tokenHash, holder.seenAt, at);
  return { user: toSignedInUser(holder.user) };
}

export async function authenticateApiToken(
  { pool, now }: Identity,
  { tokenHash }: ParsedInput<typeof AuthenticateApiToken>,
): Promise<CallOutput<typeof AuthenticateApiToken>> {
  const holder = await findApiTokenOwner(pool, tokenHash, now());
  return holder && { user: toSignedInUser(holder.user), tokenId: holder.tokenId };
}

export async function users(
  identity: Identity,
  request: ParsedInput<typeof ListUsers>,
  context: CallContext,
): Promise<CallOutput<typeof ListUsers>> {
  requireAdmin(context);
  const page = await userPage(identity.db, request, { approvedOnly: false });
  return { ...page, items: await accountsOf(identity, page.items) };
}

export async function technicians(
  { db }: Identity,
  request: ParsedInput<typeof ListTechnicians>,
  context: CallContext,
): Promise<CallOutput<typeof ListTechnicians>> {
  requireActor(context);
  const page = await userPage(db, request, { approvedOnly: true });
  return { ...page, items: page.items.map(toTechnician) };
}

/** For other services, which ask as themselves. */
export async function people(
  { db, views }: Identity,
  { userIds, shownUpTo }: ParsedInput<typeof GetPeople>,
): Promise<CallOutput<typeof GetPeople>> {
  await views.shows(usersView.name, shownUpTo);
  const rows = await usersById(db, userIds);
  return rows.map((row) => ({ ...toTechnician(row), approved: row.approved, role: row.role, position: row.position }));
}
