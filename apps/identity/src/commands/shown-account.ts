import type { UserAccount } from '@repairline/contracts/identity/views';
import { viewsBehind } from '@repairline/projections/view-positions';
import type { Identity } from '../identity';
import { findUser, toUserAccount, usersView } from '../views/users';

/** The account as every list shows it from now on. @throws {DomainError} views_behind if the views take too long */
export async function shownAccount({ views, db }: Identity, userId: string, position: number): Promise<UserAccount> {
  await views.shows(usersView.name, position);
  const user = await findUser(db, userId);
  if (!user) throw viewsBehind();
  return toUserAccount(user);
}
