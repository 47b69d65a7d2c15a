export type IdentityErrorCode =
  | 'invalid_credentials'
  | 'pending_approval'
  | 'domain_not_allowed'
  | 'password_rejected'
  | 'too_many_attempts'
  | 'last_admin'
  | 'own_account'
  | 'user_not_approved'
  | 'name_is_an_email'
  | 'user_not_found';
