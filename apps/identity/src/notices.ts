import type { CallOutput, ParsedInput } from '@repairline/contracts/call';
import type { EventEnvelope } from '@repairline/contracts/event';
import type { IdentityEvent } from '@repairline/contracts/identity/events';
import { type ChangesSince, type LiveChange } from '@repairline/contracts/live';
import type { EventStore } from '@repairline/event-store/event-store';

type Query = ReturnType<typeof ChangesSince>;

/** After more events than this the browser refetches everything it shows. */
const LISTED_AT_MOST = 500;

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

/** @param reached the position the views have reached */
export async function changesSince(
  store: EventStore<IdentityEvent>,
  reached: number,
  { after }: ParsedInput<Query>,
): Promise<CallOutput<Query>> {
  const isListable = after <= reached && reached - after <= LISTED_AT_MOST;
  if (!isListable) return { changes: [], upTo: reached, complete: false };
  const batch = after < reached ? await store.readAll(after, reached - after, { redacted: true }) : [];
  return { changes: changesOf(batch), upTo: reached, complete: true };
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
    case 'UserSignedIn':
      return true;
    case 'UserSignedOut':
    case 'ApiTokenCreated':
    case 'ApiTokenRevoked':
      return false;
    default:
      return type satisfies never;
  }
}
