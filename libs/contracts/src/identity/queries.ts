import { z } from 'zod';
import { defineQuery } from '../call';
import { page, pageOf } from '../page';
import { apiToken, openSignIn, role, signedInUser, technician, userAccount } from './views';

/** Who holds a sign-in token. `extend` is false for calls made by a timer: they do not keep a sign-in alive. */
export const Authenticate = defineQuery(
  'repairline.identity.query.authenticate',
  z.object({ tokenHash: z.string(), extend: z.boolean() }),
  z.object({ user: signedInUser.nullable() }),
);
/** The current holder of a personal API token; null if the token is not valid. */
export const AuthenticateApiToken = defineQuery(
  'repairline.identity.query.authenticate-api-token',
  z.object({ tokenHash: z.string() }),
  z.object({ user: signedInUser, tokenId: z.string() }).nullable(),
);
/** The caller's own, the last used first. */
export const ListSignIns = defineQuery(
  'repairline.identity.query.list-sign-ins',
  z.object({ tokenHash: z.string() }),
  z.array(openSignIn),
);
/** The caller's own, newest first. */
export const ListApiTokens = defineQuery('repairline.identity.query.list-api-tokens', z.object({}), z.array(apiToken));
export const ListUsers = defineQuery('repairline.identity.query.list-users', z.object({}), z.array(userAccount));
export const ListTechnicians = defineQuery(
  'repairline.identity.query.list-technicians',
  z.object({}),
  z.array(technician),
);
export const ListUsersByPage = defineQuery(
  'repairline.identity.query.list-users-by-page',
  z.object(page),
  pageOf(userAccount),
);
export const ListTechniciansByPage = defineQuery(
  'repairline.identity.query.list-technicians-by-page',
  z.object(page),
  pageOf(technician),
);
/**
 * For other services' read models, as soon as the views show the position (in identity's log): users by id, approved or
 * not, each with the position of the event that last changed them. Unknown ids are left out.
 */
export const GetPeople = defineQuery(
  'repairline.identity.query.get-people',
  z.object({ userIds: z.array(z.string()).max(500), shownUpTo: z.number().int().nonnegative().default(0) }),
  z.array(technician.extend({ approved: z.boolean(), role, position: z.number().int() })),
);
