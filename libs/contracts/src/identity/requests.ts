import { z } from 'zod';
import { expecting } from '../changed-meanwhile';
import { email, LIMITS, requiredLine } from '../texts/text';
import { role, signedInUser } from './views';

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

export const API_TOKENS_MOST = 10;
