import { z } from 'zod';
import { id, told } from '../published';

const ofUser = { userId: id };

/** What every published event of identity says at least. */
export const publishedUserEvent = z.object(ofUser);

/** What identity publishes on the EVENTS stream. No names or emails: a service that needs them calls GetPeople. */
export const publishedIdentityEvents = {
  'user-registered': told('Somebody signed in for the first time and waits for approval', ofUser),
  'user-approved': told('An Admin let somebody in', ofUser),
  'user-denied': told('An Admin turned somebody down who was waiting', ofUser),
  'user-access-revoked': told('An Admin took somebody’s access away', ofUser),
  'user-promoted': told('A Member became an Admin', ofUser),
  'user-demoted': told('An Admin became a Member', ofUser),
  'user-renamed': told('Somebody goes by another name', ofUser),
} as const;

/** Core NATS, immediately, to every gateway: these sign-ins have ended, close their sockets. */
export const signInsEndedSubject = 'repairline.identity.sign-ins-ended';
export const signInsEnded = z.object({
  userId: z.string(),
  /** null: all of the user's. */ tokenHash: z.string().nullable(),
});
export type SignInsEnded = z.infer<typeof signInsEnded>;
