import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import type {
  GetPeople,
  ListTechnicians,
  ListTechniciansByPage,
  ListUsers,
  ListUsersByPage,
} from '@repairline/contracts/identity/queries';
import { requireActor, requireAdmin } from '@repairline/messaging/context';
import type { Identity } from '../identity';
import { accountsOf } from '../commands/shown-account';
import { listApproved, listUsers, toTechnician, userPage, usersById, usersView } from '../views/users';

export async function allUsers(identity: Identity, context: CallContext): Promise<CallOutput<typeof ListUsers>> {
  requireAdmin(context);
  return accountsOf(identity, await listUsers(identity.db));
}

export async function technicians({ db }: Identity, context: CallContext): Promise<CallOutput<typeof ListTechnicians>> {
  requireActor(context);
  return (await listApproved(db)).map(toTechnician);
}

export async function usersByPage(
  identity: Identity,
  request: ParsedInput<typeof ListUsersByPage>,
  context: CallContext,
): Promise<CallOutput<typeof ListUsersByPage>> {
  requireAdmin(context);
  const page = await userPage(identity.db, request, { approvedOnly: false });
  return { ...page, items: await accountsOf(identity, page.items) };
}

export async function techniciansByPage(
  { db }: Identity,
  request: ParsedInput<typeof ListTechniciansByPage>,
  context: CallContext,
): Promise<CallOutput<typeof ListTechniciansByPage>> {
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
