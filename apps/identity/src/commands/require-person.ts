import type { Actor, CallContext } from '@repairline/contracts/call';
import { requireActor } from '@repairline/messaging/context';
import { tokenNotAllowed } from '../domain/refusals';

/** For what would outlive the revocation of a token that leaked: other tokens, and accounts of whoever holds it. */
export function requirePerson(context: CallContext): Actor {
  const actor = requireActor(context);
  if (actor.tokenId) throw tokenNotAllowed();
  return actor;
}
