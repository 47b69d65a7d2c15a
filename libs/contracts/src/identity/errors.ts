import type { Errors } from '../domain-error';

export const identityErrors = {
  invalid_credentials: { status: 401, message: 'Invalid email or password' },
  pending_approval: { status: 403 },
  password_change_required: { status: 403 },
  sign_in_not_found: { status: 404, message: 'This sign-in has ended already' },
  domain_not_allowed: { status: 403 },
  password_rejected: { status: 400 },
  too_many_attempts: { status: 429 },
  last_admin: { status: 409, message: 'This is the last Admin. Promote somebody else first.' },
  own_account: { status: 409 },
  user_not_approved: { status: 409, message: 'This account is not approved. Approve it before you change its role.' },
  user_not_pending: {
    status: 409,
    message: 'This account has been approved before, and its name stands in the history. Revoke its access instead.',
  },
  approval_code_changed: {
    status: 409,
    message: 'This account has been made anew since the code was shown. Compare the new code before you approve it.',
  },
  name_is_an_email: { status: 400 },
  user_not_found: { status: 404, message: 'User not found' },
  too_many_tokens: { status: 409 },
  token_not_found: { status: 404, message: 'Token not found' },
  token_not_allowed: { status: 403, message: 'Sign in to do this. API tokens are not accepted here.' },
  too_many_calls: { status: 429 },
} as const satisfies Errors;
