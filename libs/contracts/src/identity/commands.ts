import { z } from 'zod';
import { defineCommand } from '../call';
import { email, LIMITS, requiredLine } from '../text';
import { apiToken, role, signedInUser, userAccount } from './views';

/** `POST /api/login`. */
export const credentials = z.object({
  email,
  password: z.string('Password is required').min(1, 'Password is required').max(1_024, 'Password is too long'),
});
export type Credentials = z.infer<typeof credentials>;

export const userApproval = z.object({ userId: z.string().min(1, 'Required'), approved: z.boolean('Required') });
export const roleChange = z.object({ userId: z.string().min(1, 'Required'), role });
export const displayName = z.object({ name: requiredLine('Name', LIMITS.name, 'Name cannot be empty') });

/** `POST /api/profile/tokens` */
export const apiTokenName = z.object({ name: requiredLine('Name', LIMITS.name, 'Give the token a name') });

export const SignIn = defineCommand(
  'repairline.identity.command.sign-in',
  credentials.extend({
    /** Where the attempt comes from, for throttling. */
    client: z.string(),
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

/** Approves a user, or takes approval away: denies a pending user, revokes an approved one. Admin only. */
export const DecideOnUser = defineCommand('repairline.identity.command.decide-on-user', userApproval, userAccount);
/** Promotes a Member or demotes an Admin. Admin only. */
export const ChangeRole = defineCommand('repairline.identity.command.change-role', roleChange, userAccount);
/** Renames the caller or, for an Admin, anybody. */
export const RenameUser = defineCommand(
  'repairline.identity.command.rename-user',
  displayName.extend({ userId: z.string() }),
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
