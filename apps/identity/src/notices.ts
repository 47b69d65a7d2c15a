import type { EventEnvelope } from '@repairline/contracts/event';
import type { IdentityEvent } from '@repairline/contracts/identity/events';
import type { LiveChange } from '@repairline/contracts/live';

/** The users these events have changed and browsers may be showing, each once, at their newest change. */
export function changesOf(batch: readonly EventEnvelope<IdentityEvent>[]): LiveChange[] {
  const newest = new Map<string, number>();
  const renamed = new Set<string>();
  for (const { event, position } of batch) {
    if (isShown(event)) newest.set(event.data.userId, position);
    if (event.type === 'UserRenamed') renamed.add(event.data.userId);
  }
  return [...newest].map(([userId, at]) => {
    const change = { type: 'user_updated', context: 'identity', at, userId } as const;
    return renamed.has(userId) ? { ...change, isRenamed: true } : change;
  });
}

function isShown({ type }: IdentityEvent): boolean {
  switch (type) {
    case 'UserRegistered':
    case 'UserApproved':
    case 'UserDenied':
    case 'UserAccessRevoked':
    case 'UserPromoted':
    case 'UserDemoted':
    case 'UserRenamed':
    case 'UserRemoved':
    case 'UserRegisteredAgain':
    case 'UserSignedIn':
      return true;
    case 'UserSignedOut':
    case 'PasswordChanged':
    case 'PasswordReset':
    case 'ApiTokenCreated':
    case 'ApiTokenRevoked':
      return false;
    default:
      return type satisfies never;
  }
}
