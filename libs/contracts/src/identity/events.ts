import { z } from 'zod';
import { defineEvent, type EventOf } from '../event';
import { role } from './views';

// Stored events of the identity log. A file format: add versions, never edit one that has been in use.
// Emails and names are personal data of staff and stored encrypted; passwords and tokens are never in events.

const person = { personal: ['email', 'name'], subject: 'userId' } as const;

export const userRegistered = defineEvent(
  'UserRegistered',
  1,
  z.object({ userId: z.string(), email: z.string().nullable(), name: z.string().nullable(), role }),
  person,
);
export const userApproved = defineEvent('UserApproved', 1, z.object({ userId: z.string() }));
export const userDenied = defineEvent('UserDenied', 1, z.object({ userId: z.string() }));
export const userAccessRevoked = defineEvent('UserAccessRevoked', 1, z.object({ userId: z.string() }));
export const userPromoted = defineEvent('UserPromoted', 1, z.object({ userId: z.string() }));
export const userDemoted = defineEvent('UserDemoted', 1, z.object({ userId: z.string() }));
export const userRenamed = defineEvent(
  'UserRenamed',
  1,
  z.object({ userId: z.string(), name: z.string().nullable() }),
  { personal: ['name'], subject: 'userId' },
);
export const userSignedIn = defineEvent('UserSignedIn', 1, z.object({ userId: z.string() }));
export const userSignedOut = defineEvent('UserSignedOut', 1, z.object({ userId: z.string() }));

// Streams `api-tokens-<user id>`: one person's keys for scripts. Only the holder knows the token itself.
export const apiTokenCreated = defineEvent(
  'ApiTokenCreated',
  1,
  z.object({ userId: z.string(), tokenId: z.string(), name: z.string().nullable() }),
  { personal: ['name'], subject: 'userId' },
);
export const apiTokenRevoked = defineEvent('ApiTokenRevoked', 1, z.object({ userId: z.string(), tokenId: z.string() }));

export const identityEvents = [
  userRegistered,
  userApproved,
  userDenied,
  userAccessRevoked,
  userPromoted,
  userDemoted,
  userRenamed,
  userSignedIn,
  userSignedOut,
  apiTokenCreated,
  apiTokenRevoked,
] as const;

export type IdentityEvent = EventOf<(typeof identityEvents)[number]>;
