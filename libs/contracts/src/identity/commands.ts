import { z } from 'zod';
import { defineCommand } from '../call';
import { expecting } from '../changed-meanwhile';
import { email, LIMITS, requiredLine } from '../text';
import { apiToken, oneTimePassword, role, signedInUser, userAccount } from './views';

const password = z.string('Password is required').min(1, 'Password is required').max(1_024, 'Password is too long');

/** `POST /api/login`. */
export const credentials = z.object({
  email,
  password,
  newPassword: password.optional().describe('Replaces a one-time password, which opens nothing else'),
  withApprovalCode: z.literal(true).optional().describe('Lets the answer pending_approval name the code Admins see'),
});
export type Credentials = z.infer<typeof credentials>;

/** `POST /api/profile/password` */
export const passwordChange = z.object({ password, newPassword: password });

const repeated = z.string();
const differ = { path: ['repeated'], message: 'The two passwords differ' };
/** Forms in which a new password is typed twice. */
export const firstSignIn = credentials
  .extend({ repeated })
  .refine((typed) => typed.password === typed.repeated, differ);
export const ownPassword = passwordChange
  .extend({ repeated })
  .refine((typed) => typed.newPassword === typed.repeated, differ);

export const userApproval = z.object({
  userId: z.string().min(1, 'Required'),
  approved: z.boolean('Required'),
  /** The code that was compared. If another password has been chosen since, the approval is refused. */
  approvalCode: z.string().optional(),
});
export const passwordReset = z.object({ userId: z.string().min(1, 'Required') });
export const roleChange = z.object({ userId: z.string().min(1, 'Required'), role });
export const displayName = z.object({ name: requiredLine('Name', LIMITS.name, 'Name cannot be empty') });
export const displayNameBody = expecting(displayName, signedInUser.pick({ name: true }));
export type DisplayNameBody = z.input<typeof displayNameBody>;

/** `POST /api/profile/tokens` */
export const apiTokenName = z.object({
  name: requiredLine('Name', LIMITS.name, 'Give the token a name'),
  days: z.int().min(1).max(365, 'A token can live for at most 365 days').default(365).describe('Until it expires'),
});

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
    /** SHA-256, hex, of the new token. The token itself never leaves the gateway and the browser. */
    tokenHash: z.string().regex(/^[0-9a-f]{64}$/u),
  }),
  z.object({ user: signedInUser }),
);

export const SignOut = defineCommand(
  'repairline.identity.command.sign-out',
  z.object({ tokenHash: z.string() }),
  z.object({}),
);

const ownSignIn = z.object({
  /** SHA-256, hex, of the token of the sign-in that asks. */
  tokenHash: z.string(),
});

/** Changes the caller's own password and ends their other sign-ins. */
export const ChangePassword = defineCommand(
  'repairline.identity.command.change-password',
  passwordChange.extend({ ...ownSignIn.shape, client: z.string(), browser: z.string().nullable().default(null) }),
  z.object({}),
);
/** Ends one of the caller's own sign-ins or, without an id, all but the one that asks. */
export const EndSignIns = defineCommand(
  'repairline.identity.command.end-sign-ins',
  ownSignIn.extend({ signInId: z.string().nullable() }),
  z.object({}),
);
/** Gives an approved user a one-time password and ends their sign-ins. Admin only. */
export const ResetPassword = defineCommand(
  'repairline.identity.command.reset-password',
  passwordReset,
  oneTimePassword,
);

/** Approves a user, or takes approval away: denies a pending user, revokes an approved one. Admin only. */
export const DecideOnUser = defineCommand('repairline.identity.command.decide-on-user', userApproval, userAccount);
/** Removes an account that nobody has ever approved, with its password: the address's owner can make it anew. Admin only. */
export const RemoveUser = defineCommand(
  'repairline.identity.command.remove-user',
  z.object({ userId: z.string() }),
  z.object({}),
);
/** Promotes a Member or demotes an Admin. Admin only. */
export const ChangeRole = defineCommand('repairline.identity.command.change-role', roleChange, userAccount);
/** Renames the caller or, for an Admin, anybody. */
export const RenameUser = defineCommand(
  'repairline.identity.command.rename-user',
  displayNameBody.extend({ userId: z.string() }),
  userAccount,
);

export const API_TOKENS_MOST = 10;
/** A key for the caller's own scripts. Refused to a caller who uses one: a token cannot create tokens. */
export const CreateApiToken = defineCommand(
  'repairline.identity.command.create-api-token',
  apiTokenName.extend({ tokenHash: z.string().regex(/^[0-9a-f]{64}$/u) }),
  apiToken,
);
/** Revokes one of the caller's own tokens, effective at once. */
export const RevokeApiToken = defineCommand(
  'repairline.identity.command.revoke-api-token',
  z.object({ tokenId: z.string() }),
  z.object({}),
);
