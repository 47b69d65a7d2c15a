import { z } from 'zod';

/**
 * What identity tells everyone on the EVENTS stream. No names or emails: who needs them asks GetPeople.
 * Subject `repairline.identity.user.v1.<event>`.
 */
export const publishedUserEvent = z.object({ userId: z.string() });

export const publishedIdentityEvents = {
  'user-registered': publishedUserEvent,
  'user-approved': publishedUserEvent,
  'user-denied': publishedUserEvent,
  'user-access-revoked': publishedUserEvent,
  'user-promoted': publishedUserEvent,
  'user-demoted': publishedUserEvent,
  'user-renamed': publishedUserEvent,
} as const;

/** Core NATS, at once, to every gateway: these sign-ins have ended, close their sockets. */
export const signInsEndedSubject = 'repairline.identity.sign-ins-ended';
export const signInsEnded = z.object({
  userId: z.string(),
  /** null: all of the user's. */ tokenHash: z.string().nullable(),
});
export type SignInsEnded = z.infer<typeof signInsEnded>;
