import type { UserAccount } from '@repairline/contracts/identity/views';
import { viewsBehind } from '@repairline/projections/following/view-positions';
import type { Identity } from '../identity';
import { approvalCodeOf } from '../sign-ins/approval-code';
import { passwordHashesOf } from '../sign-ins/credentials';
import { findUser, toUserAccount, usersView, type UserRow } from '../views/users';

/** The account as every list shows it from now on. @throws {DomainError} views_behind if the views take too long */
export async function shownAccount(identity: Identity, userId: string, position: number): Promise<UserAccount> {
  await identity.views.shows(usersView.name, position);
  const user = await findUser(identity.db, userId);
  const [account] = await accountsOf(identity, user ? [user] : []);
  if (!account) throw viewsBehind();
  return account;
}

/** With the codes by which Admins recognize the owners of those that wait for approval. */
export async function accountsOf(
  { pool, approvalCodes }: Pick<Identity, 'pool' | 'approvalCodes'>,
  users: readonly UserRow[],
): Promise<UserAccount[]> {
  const waiting = users.filter(({ approved }) => !approved).map(({ user_id }) => user_id);
  const hashes = waiting.length > 0 ? await passwordHashesOf(pool, waiting) : new Map<string, string>();
  return users.map((user) => {
    const hash = hashes.get(user.user_id);
    return toUserAccount(user, hash === undefined ? null : approvalCodeOf(approvalCodes, user.user_id, hash));
  });
}
