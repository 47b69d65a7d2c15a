import type { BillingErrorCode } from './billing/errors';
import type { IdentityErrorCode } from './identity/errors';
import type { RepairsErrorCode } from './repairs/errors';

/**
 * A broken rule, as it travels from a decider to the person: a stable code for programs, a message for people. It
 * carries no HTTP status; the gateway holds the one table from codes to statuses.
 */
export interface DomainErrorPayload {
  code: ErrorCode;
  message: string;
  /** The fields at fault, for validation errors. `path` is dotted, empty for the whole input. */
  issues?: ValidationIssue[];
  /** Code-specific facts a client may act on (the device that exists, seconds until a retry). JSON only. */
  details?: Record<string, unknown>;
}

export interface ValidationIssue {
  path: string;
  message: string;
}

export type ErrorCode = SharedErrorCode | IdentityErrorCode | RepairsErrorCode | BillingErrorCode;

export type SharedErrorCode =
  | 'validation_failed'
  | 'not_signed_in'
  | 'admin_only'
  | 'not_found'
  | 'conflict'
  | 'changed_meanwhile'
  | 'views_behind'
  | 'service_unavailable'
  | 'store_unavailable'
  | 'payload_too_large'
  | 'too_many_exports'
  | 'internal';

export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly issues: ValidationIssue[] | undefined;
  readonly details: Record<string, unknown> | undefined;

  constructor({ code, message, issues, details }: DomainErrorPayload) {
    super(message);
    this.name = 'DomainError';
    this.code = code;
    this.issues = issues;
    this.details = details;
  }

  toPayload(): DomainErrorPayload {
    const { code, message, issues, details } = this;
    return { code, message, ...(issues && { issues }), ...(details && { details }) };
  }
}

/** Whether the service asked, or its data store, does not answer: this passes by itself. */
export function isAway(error: unknown): error is DomainError {
  return error instanceof DomainError && (error.code === 'service_unavailable' || error.code === 'store_unavailable');
}
