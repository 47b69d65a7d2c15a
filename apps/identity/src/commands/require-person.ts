import { refusal } from '@repairline/contracts/domain-error';
import type { Actor, CallContext } from '@repairline/contracts/call';
import { requireActor } from '@repairline/messaging/context';

/** Guards commands whose effect would outlive a leaked token's revocation: making tokens, granting access or roles. */
export function requirePerson(context: CallContext): Actor {
  const actor = requireActor(context);
  if (actor.tokenId) throw refusal('token_not_allowed');
  return actor;
}
