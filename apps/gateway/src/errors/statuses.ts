import type { ErrorCode } from '@repairline/contracts/domain-error';
import type { EdgeErrorCode } from './edge-error';

/** The one place where error codes meet HTTP. A new code does not compile until it has a status. */
export const statusOf: Record<ErrorCode | EdgeErrorCode, number> = {
  validation_failed: 400,
  password_rejected: 400,
  name_is_an_email: 400,
  unknown_school: 400,
  unknown_technician: 400,
  ambiguous_technician: 400,
  idempotency_key_invalid: 400,
  request_unreadable: 400,

  not_signed_in: 401,
  invalid_credentials: 401,

  admin_only: 403,
  pending_approval: 403,
  password_change_required: 403,
  domain_not_allowed: 403,
  token_not_allowed: 403,
  csrf_token_invalid: 403,
  origin_not_allowed: 403,

  not_found: 404,
  user_not_found: 404,
  sign_in_not_found: 404,
  token_not_found: 404,
  device_not_found: 404,
  billing_item_not_found: 404,

  method_not_allowed: 405,
  request_timed_out: 408,

  conflict: 409,
  changed_meanwhile: 409,
  last_admin: 409,
  own_account: 409,
  too_many_tokens: 409,
  user_not_approved: 409,
  user_not_pending: 409,
  approval_code_changed: 409,
  device_elsewhere: 409,
  device_exists: 409,
  device_deprovisioned: 409,
  device_not_allowed: 409,
  repair_already_completed: 409,
  no_active_repair: 409,
  asset_number_taken: 409,
  no_work_session: 409,

  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  too_many_attempts: 429,
  too_many_calls: 429,
  too_many_exports: 429,
  headers_too_large: 431,

  internal: 500,
  views_behind: 503,
  service_unavailable: 503,
  store_unavailable: 503,
  web_app_missing: 503,
};
