import type { EventEnvelope } from '@repairline/contracts/event';
import type { IdentityEvent } from '@repairline/contracts/identity/events';
import { publishedIdentityEvents } from '@repairline/contracts/identity/published';
import { versionOf } from '@repairline/contracts/published';
import type { PublicEvent } from '@repairline/messaging/cloud-event';

/** What is published. Who signs in and out, and when, stays in this service. */
const published: Partial<Record<string, keyof typeof publishedIdentityEvents>> = {
  UserRegistered: 'user-registered',
  UserApproved: 'user-approved',
  UserDenied: 'user-denied',
  UserAccessRevoked: 'user-access-revoked',
  UserPromoted: 'user-promoted',
  UserDemoted: 'user-demoted',
  UserRenamed: 'user-renamed',
  UserRemoved: 'user-removed',
  UserRegisteredAgain: 'user-registered',
} satisfies Partial<Record<IdentityEvent['type'], keyof typeof publishedIdentityEvents>>;

export function publishUser({ event }: EventEnvelope): PublicEvent | null {
  const name = published[event.type];
  // The schemas let only the id through.
  if (!name) return null;
  const schema = publishedIdentityEvents[name];
  return { aggregate: 'user', event: name, version: versionOf(schema), data: schema.parse(event.data) };
}
