import { randomUUID } from 'node:crypto';
import type { Actor, CallContext } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';

export function requireActor(context: CallContext): Actor {
  if (context.actor) return context.actor;
  throw new DomainError({ code: 'not_signed_in', message: 'Sign in to do this' });
}

export function requireAdmin(context: CallContext): Actor {
  const actor = requireActor(context);
  if (actor.role === 'Admin') return actor;
  throw new DomainError({ code: 'admin_only', message: 'You need the Admin role to do this' });
}

/** The id that makes a repeated command have its effect once; a new one where the caller gave none. */
export function commandId(context: CallContext): string {
  return context.commandId ?? randomUUID();
}

/** For what a service does on its own account. */
export function systemContext(correlationId: string = randomUUID()): CallContext {
  return { actor: null, correlationId, commandId: randomUUID() };
}
