import { wholeOrPage } from '@repairline/contracts/page';
import type { Operation, Route } from './operations';
import type { AnswerName } from './shapes';

/** A list that is whole unless a page is asked for. */
const all = (list: AnswerName) => ({ query: wholeOrPage, answer: { list, paged: true } as const });

/** Signing in, and what people and Admins do with accounts. */
export const accountOperations = {
  'GET /api/csrf-token': {
    area: 'Signing in',
    does: 'A token for `X-CSRF-Token`, bound to the cookie that comes with it',
    answer: 'CsrfToken',
  },
  'POST /api/login': {
    area: 'Signing in',
    does: 'Signs in; an unknown address of the district becomes an account that waits for approval, with this password',
    body: 'Credentials',
    answer: 'CurrentUser',
    refusals: [
      'invalid_credentials',
      'pending_approval',
      'password_change_required',
      'domain_not_allowed',
      'password_rejected',
      'too_many_attempts',
      'service_unavailable',
      'store_unavailable',
    ],
  },
  'POST /api/logout': {
    area: 'Signing in',
    does: 'Ends the sign-in',
    answer: 'Nothing',
    refusals: ['service_unavailable', 'store_unavailable'],
    never: ['conflict', 'views_behind'],
  },
  'GET /api/auth/user': { area: 'Signing in', does: 'Who is signed in', answer: 'CurrentUser' },
  'PATCH /api/profile': {
    area: 'Signing in',
    does: 'Changes your own name',
    body: 'DisplayName',
    answer: 'CurrentUser',
    refusals: ['name_is_an_email', 'changed_meanwhile'],
  },
  'POST /api/profile/password': {
    area: 'Signing in',
    does: 'Changes your own password and ends your other sign-ins',
    body: 'PasswordChange',
    answer: 'Nothing',
    refusals: ['password_rejected', 'too_many_attempts', 'user_not_approved'],
    never: ['views_behind'],
  },
  'GET /api/profile/sign-ins': {
    area: 'Signing in',
    does: 'The browsers in which you are signed in, this one first',
    answer: { list: 'SignIn' },
  },
  'DELETE /api/profile/sign-ins': {
    area: 'Signing in',
    does: 'Ends all your other sign-ins',
    answer: 'Nothing',
    never: ['views_behind'],
  },
  'DELETE /api/profile/sign-ins/:signInId': {
    area: 'Signing in',
    does: 'Ends one of your sign-ins',
    answer: 'Nothing',
    refusals: ['sign_in_not_found'],
    never: ['views_behind'],
  },
  'GET /api/profile/tokens': {
    area: 'Signing in',
    does: 'Your personal API tokens, newest first',
    answer: { list: 'ApiToken' },
  },
  'POST /api/profile/tokens': {
    area: 'Signing in',
    does: 'Creates a personal API token, which expires; only this answer contains it',
    body: 'ApiTokenName',
    answer: 'NewApiToken',
    statuses: [201],
    refusals: ['too_many_tokens', 'token_not_found', 'user_not_approved'],
    never: ['views_behind'],
  },
  'DELETE /api/profile/tokens/:tokenId': {
    area: 'Signing in',
    does: 'Revokes a personal API token',
    answer: 'Nothing',
    refusals: ['token_not_found'],
    never: ['views_behind'],
  },
  'GET /api/users': { area: 'Signing in', does: 'Approved users, by name', ...all('Technician') },
  'GET /api/admin/users': { area: 'Administration', does: 'Accounts, by name', ...all('UserAccount') },
  'POST /api/admin/users/promote': {
    area: 'Administration',
    does: 'Makes a user an Admin or a Member',
    body: 'RoleChange',
    answer: 'UserAccount',
    refusals: ['user_not_found', 'user_not_approved', 'own_account', 'last_admin'],
  },
  'POST /api/admin/users/approve': {
    area: 'Administration',
    does: 'Approves an account, or denies or revokes its access',
    body: 'UserApproval',
    answer: 'UserAccount',
    refusals: ['user_not_found', 'own_account', 'last_admin', 'approval_code_changed'],
  },
  'POST /api/admin/users/reset-password': {
    area: 'Administration',
    does: 'Gives a user a password that lets them choose another one, once, and ends their sign-ins',
    body: 'PasswordReset',
    answer: 'OneTimePassword',
    refusals: ['user_not_found', 'user_not_approved', 'own_account'],
    never: ['views_behind'],
  },
  'PATCH /api/admin/users/:id': {
    area: 'Administration',
    does: 'Renames a user',
    body: 'DisplayName',
    answer: 'UserAccount',
    refusals: ['user_not_found', 'name_is_an_email', 'changed_meanwhile'],
  },
  'DELETE /api/admin/users/:id': {
    area: 'Administration',
    does: 'Removes an account that nobody has ever approved',
    answer: 'Nothing',
    refusals: ['user_not_found', 'user_not_pending'],
  },
} satisfies Partial<Record<Route, Operation>>;
