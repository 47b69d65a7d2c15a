import type { EventEnvelope } from '@repairline/contracts/event';
import type { IdentityEvent } from '@repairline/contracts/identity/events';
import { publishedUserEvent, type publishedIdentityEvents } from '@repairline/contracts/identity/published';
import type { PublicEvent } from '@repairline/messaging/cloud-event';

/** What others hear of. Who signs in and out, and when, stays here. */
const published: Partial<Record<string, keyof typeof publishedIdentityEvents>> = {
  UserRegistered: 'user-registered',
  UserApproved: 'user-approved',
  UserDenied: 'user-denied',
  UserAccessRevoked: 'user-access-revoked',
  UserPromoted: 'user-promoted',
  UserDemoted: 'user-demoted',
  UserRenamed: 'user-renamed',
} satisfies Partial<Record<IdentityEvent['type'], keyof typeof publishedIdentityEvents>>;

export function publishUser({ event }: EventEnvelope): PublicEvent | null {
  const name = published[event.type];
  // The schema lets nothing through but the id.
  return name ? { aggregate: 'user', event: name, data: publishedUserEvent.parse(event.data) } : null;
}
