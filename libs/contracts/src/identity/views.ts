import { z } from 'zod';

export const role = z.enum(['Admin', 'Member']);
export type Role = z.infer<typeof role>;

/** The signed-in person, as `GET /api/auth/user` shows them. */
export const signedInUser = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  role,
  approved: z.boolean(),
  lastLoginAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type SignedInUser = z.infer<typeof signedInUser>;

/** A row of `GET /api/admin/users`. */
export const userAccount = signedInUser.extend({
  deniedAt: z.string().nullable(),
  /** The person sees the same code when they sign in; null for an approved account. */
  approvalCode: z.string().nullable(),
  /** Nobody has ever approved it. */
  removable: z.boolean(),
});
export type UserAccount = z.infer<typeof userAccount>;

/** A browser in which a person is signed in, as they see it: `GET /api/profile/sign-ins`. */
export const openSignIn = z.object({
  id: z.string(),
  /** In words, such as Chrome on ChromeOS. */
  browser: z.string(),
  createdAt: z.string(),
  /** To the minute. */
  lastSeenAt: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type OpenSignIn = z.infer<typeof openSignIn>;

/** A password that lets its owner choose another one, and does nothing else. */
export const oneTimePassword = z.object({ password: z.string(), until: z.string() });
export type OneTimePassword = z.infer<typeof oneTimePassword>;

/** A personal API token as its owner sees it: `GET /api/profile/tokens`. */
export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** To the minute; null until it has been used. */
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string(),
});
export type ApiToken = z.infer<typeof apiToken>;

/** An approved user, as lists of technicians show them: `GET /api/users`. */
export const technician = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type Technician = z.infer<typeof technician>;
