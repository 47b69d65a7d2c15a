import { z } from 'zod';
import { defineEvent, type EventOf } from '../event';
import { definePublishedEvent, id, schemasOf } from '../published/published';
import { role } from './views';

// Stored events of the identity log. A file format: add versions, never edit one that has been in use.
// Emails and names are personal data of staff and stored encrypted; passwords and tokens are never in events.

const ofUser = z.object({ userId: z.string() });

/** What every published event of identity says, and nothing else: a service that needs names calls GetPeople. */
const publishedUser = { userId: id };
export const publishedUserEvent = z.object(publishedUser);
const registered = {
  name: 'user-registered',
  data: definePublishedEvent('A person signed in for the first time and waits for approval', publishedUser),
  statusAfter: 'pending',
} as const;
const passwordsStay = { published: { inside: 'passwords are nobody else’s matter' } } as const;
const signInsStay = { published: { inside: 'who signs in and out, and when, is nobody else’s matter' } } as const;
const tokensStay = { published: { inside: 'a token is its owner’s matter' } } as const;

const userRegistered = defineEvent(
  'UserRegistered',
  1,
  z.object({ userId: z.string(), email: z.string().nullable(), name: z.string().nullable(), role }),
  { personal: ['email', 'name'], subject: 'userId', published: registered },
);
const userApproved = defineEvent('UserApproved', 1, ofUser, {
  published: {
    name: 'user-approved',
    data: definePublishedEvent('An Admin approved an account', publishedUser),
    statusAfter: 'approved',
  },
});
const userDenied = defineEvent('UserDenied', 1, ofUser, {
  published: {
    name: 'user-denied',
    data: definePublishedEvent('An Admin denied an account that was waiting for approval', publishedUser),
    statusAfter: 'denied',
  },
});
const userAccessRevoked = defineEvent('UserAccessRevoked', 1, ofUser, {
  published: {
    name: 'user-access-revoked',
    data: definePublishedEvent('An Admin revoked the access of an approved user', publishedUser),
    statusAfter: 'revoked',
  },
});
const userPromoted = defineEvent('UserPromoted', 1, ofUser, {
  published: {
    name: 'user-promoted',
    data: definePublishedEvent('A Member became an Admin', publishedUser),
    statusAfter: 'Admin',
  },
});
const userDemoted = defineEvent('UserDemoted', 1, ofUser, {
  published: {
    name: 'user-demoted',
    data: definePublishedEvent('An Admin became a Member', publishedUser),
    statusAfter: 'Member',
  },
});
const userRenamed = defineEvent('UserRenamed', 1, z.object({ userId: z.string(), name: z.string().nullable() }), {
  ...{ personal: ['name'], subject: 'userId' },
  published: { name: 'user-renamed', data: definePublishedEvent('The name of a user was changed', publishedUser) },
});
// A pending account that an Admin removed, and one that the same address made later.
const userRemoved = defineEvent('UserRemoved', 1, ofUser, {
  published: {
    name: 'user-removed',
    data: definePublishedEvent('An Admin removed an account that nobody had ever approved', publishedUser),
    statusAfter: 'removed',
  },
});
const userRegisteredAgain = defineEvent(
  'UserRegisteredAgain',
  1,
  z.object({ userId: z.string(), email: z.string().nullable(), role }),
  { personal: ['email'], subject: 'userId', published: registered },
);
const userSignedIn = defineEvent('UserSignedIn', 1, ofUser, signInsStay);
// Streams `sign-ins-<user id>`: that there is another password, never what it is.
const passwordChanged = defineEvent('PasswordChanged', 1, ofUser, passwordsStay);
const passwordReset = defineEvent('PasswordReset', 1, ofUser, passwordsStay);
const userSignedOut = defineEvent('UserSignedOut', 1, ofUser, signInsStay);

// Streams `api-tokens-<user id>`: one person's keys for scripts. Only the holder knows the token itself.
const apiTokenCreated = defineEvent(
  'ApiTokenCreated',
  1,
  z.object({ userId: z.string(), tokenId: z.string(), name: z.string().nullable() }),
  { personal: ['name'], subject: 'userId', ...tokensStay },
);
const apiTokenRevoked = defineEvent(
  'ApiTokenRevoked',
  1,
  z.object({ userId: z.string(), tokenId: z.string() }),
  tokensStay,
);

export const identityEvents = [
  userRegistered,
  userApproved,
  userDenied,
  userAccessRevoked,
  userRemoved,
  userPromoted,
  userDemoted,
  userRenamed,
  userRegisteredAgain,
  userSignedIn,
  userSignedOut,
  passwordChanged,
  passwordReset,
  apiTokenCreated,
  apiTokenRevoked,
] as const;

export type IdentityEvent = EventOf<(typeof identityEvents)[number]>;

/** What identity publishes on the EVENTS stream. */
export const publishedIdentityEvents = schemasOf(identityEvents);
