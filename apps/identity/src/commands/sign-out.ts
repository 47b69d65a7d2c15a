import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { SignOut } from '@repairline/contracts/identity/commands';
import { withoutActorName, type Identity } from '../identity';
import { announceEnd } from '../sign-ins/announce';
import { endSignIn } from '../sign-ins/sign-ins';
import { signInsStream } from './sign-in';

/** Succeeds for an unknown token: it is signed out already. */
export async function signOut(
  { pool, store, bus, now }: Identity,
  { tokenHash }: ParsedInput<typeof SignOut>,
  context: CallContext,
): Promise<CallOutput<typeof SignOut>> {
  const ended = await endSignIn(pool, tokenHash);
  if (!ended) return {};
  announceEnd(bus, ended);
  const { userId } = ended;
  const signedOut = { event: { type: 'UserSignedOut', data: { userId } }, occurredAt: now() } as const;
  await store.append(signInsStream(userId), 'any', [signedOut], {
    ...withoutActorName(context),
    actor: { userId, name: '' },
  });
  return {};
}
