import { z } from 'zod';
import { defineEvent, type EventOf } from '../event';
import { role } from './views';

// Stored events of the identity log. A file format: add versions, never edit one that has been in use.
// Emails and names are personal data of staff and stored encrypted; passwords and tokens are never in events.

const person = { personal: ['email', 'name'], subject: 'userId' } as const;

const userRegistered = defineEvent(
  'UserRegistered',
  1,
  z.object({ userId: z.string(), email: z.string().nullable(), name: z.string().nullable(), role }),
  person,
);
const userApproved = defineEvent('UserApproved', 1, z.object({ userId: z.string() }));
const userDenied = defineEvent('UserDenied', 1, z.object({ userId: z.string() }));
const userAccessRevoked = defineEvent('UserAccessRevoked', 1, z.object({ userId: z.string() }));
const userPromoted = defineEvent('UserPromoted', 1, z.object({ userId: z.string() }));
const userDemoted = defineEvent('UserDemoted', 1, z.object({ userId: z.string() }));
const userRenamed = defineEvent('UserRenamed', 1, z.object({ userId: z.string(), name: z.string().nullable() }), {
  personal: ['name'],
  subject: 'userId',
});
// A pending account that an Admin removed, and one that the same address made later.
const userRemoved = defineEvent('UserRemoved', 1, z.object({ userId: z.string() }));
const userRegisteredAgain = defineEvent(
  'UserRegisteredAgain',
  1,
  z.object({ userId: z.string(), email: z.string().nullable(), role }),
  { personal: ['email'], subject: 'userId' },
);
const userSignedIn = defineEvent('UserSignedIn', 1, z.object({ userId: z.string() }));
// Streams `sign-ins-<user id>`: that there is another password, never what it is.
const passwordChanged = defineEvent('PasswordChanged', 1, z.object({ userId: z.string() }));
const passwordReset = defineEvent('PasswordReset', 1, z.object({ userId: z.string() }));
const userSignedOut = defineEvent('UserSignedOut', 1, z.object({ userId: z.string() }));

// Streams `api-tokens-<user id>`: one person's keys for scripts. Only the holder knows the token itself.
const apiTokenCreated = defineEvent(
  'ApiTokenCreated',
  1,
  z.object({ userId: z.string(), tokenId: z.string(), name: z.string().nullable() }),
  { personal: ['name'], subject: 'userId' },
);
const apiTokenRevoked = defineEvent('ApiTokenRevoked', 1, z.object({ userId: z.string(), tokenId: z.string() }));

export const identityEvents = [
  userRegistered,
  userApproved,
  userDenied,
  userAccessRevoked,
  userPromoted,
  userDemoted,
  userRenamed,
  userRemoved,
  userRegisteredAgain,
  userSignedIn,
  userSignedOut,
  passwordChanged,
  passwordReset,
  apiTokenCreated,
  apiTokenRevoked,
] as const;

export type IdentityEvent = EventOf<(typeof identityEvents)[number]>;
