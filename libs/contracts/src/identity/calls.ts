import { z } from 'zod';
import { defineCommand, defineQuery, nothing } from '../call';
import { currentUserBody } from '../http/bodies';
import { pageOf, wholeOrPage } from '../page';
import {
  apiTokenName,
  credentials,
  displayNameBody,
  passwordChange,
  passwordReset,
  roleChange,
  userApproval,
} from './requests';
import { apiToken, oneTimePassword, openSignIn, role, signedInUser, technician, userAccount } from './views';

/** SHA-256, hex, of a token, which itself never leaves the gateway and the browser. */
const tokenHash = z.string().regex(/^[0-9a-f]{64}$/u);

export const SignIn = defineCommand(
  'repairline.identity.command.sign-in',
  credentials.extend({
    /** Where the attempt comes from, for throttling. */
    client: z.string(),
    /** Names the browser, if this address has signed in there before. */
    browser: z.string().nullable().default(null),
    /** The browser in words, for the person's own list. */
    agent: z.string().max(120).default(''),
    /** Hash of the token in the cookie sent with the attempt; that sign-in ends. */
    replaces: z.string().nullable(),
    /** Of the new token. */
    tokenHash,
  }),
  z.object({ user: signedInUser }),
  'gateway',
);
export const SignOut = defineCommand(
  'repairline.identity.command.sign-out',
  z.object({ tokenHash: z.string() }),
  nothing,
  'gateway',
);

/** The sign-in that asks. */
const ownSignIn = { tokenHash: z.string() };

export const ChangePassword = defineCommand(
  'repairline.identity.command.change-password',
  passwordChange.extend({ ...ownSignIn, client: z.string(), browser: z.string().nullable().default(null) }),
  nothing,
  'gateway',
);
export const EndSignIn = defineCommand(
  'repairline.identity.command.end-sign-in',
  z.object({ signInId: z.string() }),
  nothing,
  {
    route: 'DELETE /api/profile/sign-ins/:signInId',
    who: 'signed-in',
    byPerson: true,
    securityKind: 'sign-ins-ended',
    area: 'Signing in',
    does: 'Ends one of your sign-ins',
    input: ({ path }) => path,
    refusals: ['sign_in_not_found'],
    never: ['views_behind'],
  },
);
export const EndOtherSignIns = defineCommand(
  'repairline.identity.command.end-other-sign-ins',
  z.object(ownSignIn),
  nothing,
  {
    route: 'DELETE /api/profile/sign-ins',
    who: 'signed-in',
    byPerson: true,
    securityKind: 'sign-ins-ended',
    area: 'Signing in',
    does: 'Ends all your other sign-ins',
    input: ({ signIn }) => ({ tokenHash: signIn.tokenHash }),
    never: ['views_behind'],
  },
);
export const ResetPassword = defineCommand(
  'repairline.identity.command.reset-password',
  passwordReset,
  oneTimePassword,
  {
    route: 'POST /api/admin/users/reset-password',
    who: 'admin',
    byPerson: true,
    unremembered: true,
    securityKind: 'password-replaced',
    area: 'Administration',
    does: 'Gives a user a password that lets them choose another one, once, and ends their sign-ins',
    body: passwordReset,
    input: ({ body }) => body,
    refusals: ['user_not_found', 'user_not_approved', 'own_account'],
    never: ['views_behind'],
  },
);

export const DecideOnUser = defineCommand('repairline.identity.command.decide-on-user', userApproval, userAccount, {
  route: 'POST /api/admin/users/approve',
  who: 'admin',
  byPerson: true,
  securityKind: 'access-decision',
  area: 'Administration',
  does: 'Approves an account, or denies or revokes its access',
  body: userApproval,
  input: ({ body }) => body,
  refusals: ['user_not_found', 'own_account', 'last_admin', 'approval_code_changed'],
});
/** Removes an account that nobody has ever approved, with its password: the address's owner can make it anew. Admin only. */
export const RemoveUser = defineCommand(
  'repairline.identity.command.remove-user',
  z.object({ userId: z.string() }),
  nothing,
  {
    route: 'DELETE /api/admin/users/:id',
    who: 'admin',
    byPerson: true,
    securityKind: 'account-removed',
    area: 'Administration',
    does: 'Removes an account that nobody has ever approved',
    input: ({ path }) => ({ userId: path.id }),
    refusals: ['user_not_found', 'user_not_pending'],
  },
);
export const ChangeRole = defineCommand('repairline.identity.command.change-role', roleChange, userAccount, {
  route: 'POST /api/admin/users/promote',
  who: 'admin',
  byPerson: true,
  securityKind: 'role-change',
  area: 'Administration',
  does: 'Makes a user an Admin or a Member',
  body: roleChange,
  input: ({ body }) => body,
  refusals: ['user_not_found', 'user_not_approved', 'own_account', 'last_admin'],
});

const naming = displayNameBody.extend({ userId: z.string() });
/** Renames somebody. Admin only, but for oneself. */
export const RenameUser = defineCommand('repairline.identity.command.rename-user', naming, userAccount, {
  route: 'PATCH /api/admin/users/:id',
  who: 'admin',
  securityKind: 'rename',
  area: 'Administration',
  does: 'Renames a user',
  body: displayNameBody,
  input: ({ path, body }) => ({ ...body, userId: path.id }),
  awaitsConsumers: true,
  refusals: ['user_not_found', 'name_is_an_email', 'changed_meanwhile'],
});
export const RenameSelf = defineCommand('repairline.identity.command.rename-self', displayNameBody, userAccount, {
  route: 'PATCH /api/profile',
  who: 'signed-in',
  area: 'Signing in',
  does: 'Changes your own name',
  body: displayNameBody,
  input: ({ body }) => body,
  answer: currentUserBody,
  shown: (account) => ({ user: signedInUser.parse(account) }),
  awaitsConsumers: true,
  refusals: ['name_is_an_email', 'changed_meanwhile'],
});

/** A key for the caller's own scripts. Refused to a caller who uses one: a token cannot create tokens. */
export const CreateApiToken = defineCommand(
  'repairline.identity.command.create-api-token',
  apiTokenName.extend({ tokenHash }),
  apiToken,
  'gateway',
);
export const RevokeApiToken = defineCommand(
  'repairline.identity.command.revoke-api-token',
  z.object({ tokenId: z.string() }),
  nothing,
  {
    route: 'DELETE /api/profile/tokens/:tokenId',
    who: 'signed-in',
    byPerson: true,
    securityKind: 'token-revoked',
    area: 'Signing in',
    does: 'Revokes a personal API token',
    input: ({ path }) => path,
    refusals: ['token_not_found'],
    never: ['views_behind'],
  },
);

/** Who holds a sign-in token. `extend` is false for calls made by a timer: they do not keep a sign-in alive. */
export const Authenticate = defineQuery(
  'repairline.identity.query.authenticate',
  z.object({ tokenHash: z.string(), extend: z.boolean() }),
  z.object({ user: signedInUser.nullable() }),
  'gateway',
);
/** The current holder of a personal API token; null if the token is not valid. */
export const AuthenticateApiToken = defineQuery(
  'repairline.identity.query.authenticate-api-token',
  z.object({ tokenHash: z.string() }),
  z.object({ user: signedInUser, tokenId: z.string() }).nullable(),
  'gateway',
);
/** The caller's own, the one that asks first, then the last used. */
export const ListSignIns = defineQuery(
  'repairline.identity.query.list-sign-ins',
  z.object(ownSignIn),
  z.array(openSignIn),
  {
    route: 'GET /api/profile/sign-ins',
    who: 'signed-in',
    byPerson: true,
    area: 'Signing in',
    does: 'The browsers in which you are signed in, this one first',
    input: ({ signIn }) => ({ tokenHash: signIn.tokenHash }),
  },
);
/** The caller's own, newest first. */
export const ListApiTokens = defineQuery('repairline.identity.query.list-api-tokens', nothing, z.array(apiToken), {
  route: 'GET /api/profile/tokens',
  who: 'signed-in',
  byPerson: true,
  area: 'Signing in',
  does: 'Your personal API tokens, newest first',
  input: () => ({}),
});
export const ListUsers = defineQuery('repairline.identity.query.list-users', wholeOrPage, pageOf(userAccount), {
  route: 'GET /api/admin/users',
  who: 'admin',
  area: 'Administration',
  does: 'Accounts, by name',
  query: wholeOrPage,
  input: ({ query }) => query,
});
export const ListTechnicians = defineQuery(
  'repairline.identity.query.list-technicians',
  wholeOrPage,
  pageOf(technician),
  {
    route: 'GET /api/users',
    who: 'signed-in',
    area: 'Signing in',
    does: 'Approved users, by name',
    query: wholeOrPage,
    input: ({ query }) => query,
  },
);
/**
 * For other services' read models, as soon as the views show the position (in identity's log): users by id, approved or
 * not, each with the position of the event that last changed them. Unknown ids are left out.
 */
export const GetPeople = defineQuery(
  'repairline.identity.query.get-people',
  z.object({ userIds: z.array(z.string()).max(500), shownUpTo: z.number().int().nonnegative().default(0) }),
  z.array(technician.extend({ approved: z.boolean(), role, position: z.number().int() })),
  'services',
);

/** Calls that are a route each, and addresses of routes written by hand, in the order of the API's document. */
export const peopleRoutes = [
  RenameSelf,
  'POST /api/profile/password',
  ListSignIns,
  EndOtherSignIns,
  EndSignIn,
  ListApiTokens,
  'POST /api/profile/tokens',
  RevokeApiToken,
  ListTechnicians,
  ListUsers,
  ChangeRole,
  DecideOnUser,
  ResetPassword,
  RenameUser,
  RemoveUser,
] as const;
