import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { GetPeople, ListTechnicians, ListUsers } from '@repairline/contracts/identity/calls';
import { requireActor, requireAdmin } from '@repairline/messaging/context';
import type { Identity } from '../identity';
import { accountsOf } from '../commands/shown-account';
import { toTechnician, userPage, usersById, usersView } from '../views/users';

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
