import type { CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { Authenticate } from '@repairline/contracts/identity/queries';
import type { Identity } from '../identity';
import { holderOf, keepAlive } from '../sign-ins/sign-ins';
import { toSignedInUser } from '../views/users';

export async function authenticate(
  { pool, limits, now }: Identity,
  { tokenHash, extend }: ParsedInput<typeof Authenticate>,
): Promise<CallOutput<typeof Authenticate>> {
  const at = now();
  const holder = await holderOf(pool, tokenHash, limits, at);
  if (!holder) return { user: null };
  if (extend) await keepAlive(pool, tokenHash, holder.seenAt, at);
  return { user: toSignedInUser(holder.user) };
}
