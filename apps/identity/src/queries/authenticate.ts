import type { CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { Authenticate, AuthenticateApiToken } from '@repairline/contracts/identity/calls';
import type { Identity } from '../identity';
import { findApiTokenOwner } from '../sign-ins/api-tokens';
import { findSignedInUser, keepAlive } from '../sign-ins/sign-ins';
import { toSignedInUser } from '../views/users';

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
