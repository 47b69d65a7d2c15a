import { z } from 'zod';
import { definePublishedEvent, id } from '../published';

const ofUser = { userId: id };

/** What every published event of identity says at least. */
export const publishedUserEvent = z.object(ofUser);

/** What identity publishes on the EVENTS stream. No names or emails: a service that needs them calls GetPeople. */
export const publishedIdentityEvents = {
  'user-registered': definePublishedEvent('A person signed in for the first time and waits for approval', ofUser),
  'user-approved': definePublishedEvent('An Admin approved an account', ofUser),
  'user-denied': definePublishedEvent('An Admin denied an account that was waiting for approval', ofUser),
  'user-access-revoked': definePublishedEvent('An Admin revoked the access of an approved user', ofUser),
  'user-removed': definePublishedEvent('An Admin removed an account that nobody had ever approved', ofUser),
  'user-promoted': definePublishedEvent('A Member became an Admin', ofUser),
  'user-demoted': definePublishedEvent('An Admin became a Member', ofUser),
  'user-renamed': definePublishedEvent('The name of a user was changed', ofUser),
} as const;

/** The access or the role that a user has after an event. A name leaves both as they are. */
export const userStatusAfter: Partial<
  Record<
    keyof typeof publishedIdentityEvents,
    'pending' | 'approved' | 'denied' | 'revoked' | 'removed' | 'Admin' | 'Member'
  >
> = {
  'user-registered': 'pending',
  'user-approved': 'approved',
  'user-denied': 'denied',
  'user-access-revoked': 'revoked',
  'user-removed': 'removed',
  'user-promoted': 'Admin',
  'user-demoted': 'Member',
};

/** Core NATS, immediately, to every gateway: these sign-ins have ended, close their sockets. */
export const signInsEndedSubject = 'repairline.identity.sign-ins-ended';
export const signInsEnded = z.object({
  userId: z.string(),
  /** null: all of the user's. */ tokenHash: z.string().nullable(),
});
export type SignInsEnded = z.infer<typeof signInsEnded>;
