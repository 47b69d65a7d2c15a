import { randomUUID } from 'node:crypto';
import type { Actor, CallContext } from '@repairline/contracts/call';
import { DomainError, refusal } from '@repairline/contracts/domain-error';
import type { AppendContext } from '@repairline/event-store/event-store';

/** @throws {DomainError} `not_signed_in` if nobody is signed in */
export function requireActor(context: CallContext): Actor {
  if (context.actor) return context.actor;
  throw new DomainError({ code: 'not_signed_in', message: 'Sign in to do this' });
}

/** @throws {DomainError} `not_signed_in` or `admin_only` unless the caller is an Admin */
export function requireAdmin(context: CallContext): Actor {
  const actor = requireActor(context);
  if (actor.role === 'Admin') return actor;
  throw new DomainError({ code: 'admin_only', message: 'You need the Admin role to do this' });
}

/**
 * For commands whose effect would outlive a leaked token's revocation: making tokens, granting access or roles.
 * @throws {DomainError} `not_signed_in`, or `token_not_allowed` if the caller is a token
 */
export function requirePerson(context: CallContext): Actor {
  const actor = requireActor(context);
  if (actor.tokenId) throw refusal('token_not_allowed');
  return actor;
}

/** The id by which a repeated command takes effect once; a new one if the caller gave none. */
export function commandId(context: CallContext): string {
  return context.commandId ?? randomUUID();
}

/** What is recorded with the events that the call leads to. */
export function recordedBy(context: CallContext): AppendContext {
  const { actor, correlationId } = context;
  return {
    commandId: commandId(context),
    correlationId,
    actor: actor && { userId: actor.userId, name: actor.name, ...(actor.tokenId && { tokenId: actor.tokenId }) },
  };
}

/** For what a service does on its own behalf. */
export function systemContext(correlationId: string = randomUUID()): CallContext {
  return { actor: null, correlationId, commandId: randomUUID() };
}
