import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { GetPeople, ListTechnicians, ListUsers } from '@repairline/contracts/identity/queries';
import { requireActor, requireAdmin } from '@repairline/messaging/context';
import type { Identity } from '../identity';
import { accountsOf } from '../commands/shown-account';
import { listApproved, listUsers, toTechnician, usersById, usersView } from '../views/users';

export async function allUsers(identity: Identity, context: CallContext): Promise<CallOutput<typeof ListUsers>> {
  requireAdmin(context);
  return accountsOf(identity, await listUsers(identity.db));
}

export async function technicians({ db }: Identity, context: CallContext): Promise<CallOutput<typeof ListTechnicians>> {
  requireActor(context);
  return (await listApproved(db)).map(toTechnician);
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
