import { z } from 'zod';
import type { CallContext, CallOutput, ParsedInput } from '@repairline/contracts/call';
import { refusal } from '@repairline/contracts/domain-error';
import type { EndOtherSignIns, EndSignIn, ListSignIns, SignOut } from '@repairline/contracts/identity/calls';
import { requirePerson } from '@repairline/messaging/context';
import { withoutActorName, type Identity } from '../identity';
import {
  announceEnd,
  endOtherSignIns,
  endSignIn,
  endSignInOf,
  openSignInsOf,
  type EndedSignIn,
} from '../sign-ins/sign-ins';
import { signInsStream } from './passwords';

/** Succeeds for an unknown token: it is signed out already. */
export async function signOut(
  identity: Identity,
  { tokenHash }: ParsedInput<typeof SignOut>,
  context: CallContext,
): Promise<CallOutput<typeof SignOut>> {
  const ended = await endSignIn(identity.pool, tokenHash);
  if (ended) await recordEnds(identity, [ended], context);
  return {};
}

export async function endOwnOtherSignIns(
  identity: Identity,
  { tokenHash }: ParsedInput<typeof EndOtherSignIns>,
  context: CallContext,
): Promise<CallOutput<typeof EndOtherSignIns>> {
  const { userId } = requirePerson(context);
  await recordEnds(identity, await endOtherSignIns(identity.pool, userId, tokenHash), context);
  return {};
}

export async function endOwnSignIn(
  identity: Identity,
  { signInId }: ParsedInput<typeof EndSignIn>,
  context: CallContext,
): Promise<CallOutput<typeof EndSignIn>> {
  const { userId } = requirePerson(context);
  const isId = z.uuid().safeParse(signInId).success;
  const ended = isId ? await endSignInOf(identity.pool, userId, signInId) : null;
  if (!ended) throw refusal('sign_in_not_found');
  await recordEnds(identity, [ended], context);
  return {};
}

export async function ownSignIns(
  { pool, limits, now }: Identity,
  { tokenHash }: ParsedInput<typeof ListSignIns>,
  context: CallContext,
): Promise<CallOutput<typeof ListSignIns>> {
  return openSignInsOf(pool, { userId: requirePerson(context).userId, tokenHash }, limits, now());
}

async function recordEnds(
  { store, bus, now }: Identity,
  ended: readonly EndedSignIn[],
  context: CallContext,
): Promise<void> {
  for (const each of ended) announceEnd(bus, each);
  const [first] = ended;
  if (!first) return;
  const { userId } = first;
  const signedOut = { event: { type: 'UserSignedOut', data: { userId } }, occurredAt: now() } as const;
  await store.append(
    signInsStream(userId),
    'any',
    ended.map(() => signedOut),
    { ...withoutActorName(context), actor: { userId, name: '' } },
  );
}
