import { ChangeRole, DecideOnUser, ListUsers } from '@repairline/contracts/identity/calls';
import { DomainError } from '@repairline/contracts/domain-error';
import type { UserAccount } from '@repairline/contracts/identity/views';
import { ADMIN, type RunningIdentity, type SignedIn } from './running-identity';

export function signInAdmin(running: RunningIdentity): Promise<SignedIn> {
  return running.signIn(ADMIN);
}

/** Somebody who has signed in for the first time and waits for approval. */
export async function newcomer(running: RunningIdentity, email: string): Promise<UserAccount> {
  await running.signIn({ email }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.code !== 'pending_approval') throw error;
  });
  const admin = { userId: 'test', name: 'Test', role: 'Admin' } as const;
  const account = (await running.call(ListUsers, {}, { actor: admin })).items.find((user) => user.email === email);
  if (!account) throw new Error(`${email} has no account`);
  return account;
}

/** Somebody who is approved and signed in. */
export async function member(running: RunningIdentity, admin: SignedIn, email: string): Promise<SignedIn> {
  const { id: userId } = await newcomer(running, email);
  await running.call(DecideOnUser, { userId, approved: true }, admin.as);
  return running.signIn({ email });
}

export async function secondAdmin(running: RunningIdentity, admin: SignedIn, email: string): Promise<SignedIn> {
  const { user } = await member(running, admin, email);
  await running.call(ChangeRole, { userId: user.id, role: 'Admin' }, admin.as);
  return running.signIn({ email });
}
