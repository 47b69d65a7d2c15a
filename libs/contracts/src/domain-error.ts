import { billingErrors } from './billing/errors';
import { identityErrors } from './identity/errors';
import { repairsErrors } from './repairs/errors';

/**
 * A broken rule, as it travels from a decider to the person: a stable code for programs, a message for people. It
 * carries no HTTP status: that is declared with its code.
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

/** Error codes with the HTTP status of each, and its message for people unless that depends on the case. */
export type Errors = Record<string, { status: number; message?: string }>;

const sharedErrors = {
  validation_failed: { status: 400 },
  not_signed_in: { status: 401, message: 'Sign in to do this' },
  admin_only: { status: 403, message: 'You need the Admin role to do this' },
  not_found: { status: 404 },
  conflict: { status: 409, message: 'Somebody else is changing this right now. Please try again.' },
  changed_meanwhile: { status: 409 },
  views_behind: { status: 503 },
  service_unavailable: { status: 503 },
  store_unavailable: { status: 503 },
  payload_too_large: { status: 413 },
  too_many_exports: { status: 429 },
  internal: { status: 500 },
} as const satisfies Errors;

export const errors = { ...sharedErrors, ...identityErrors, ...repairsErrors, ...billingErrors };
export type ErrorCode = keyof typeof errors;
type CodeWithMessage = {
  [Code in ErrorCode]: (typeof errors)[Code] extends { message: string } ? Code : never;
}[ErrorCode];

/** A refusal whose message does not depend on the case. */
export function refusal(code: CodeWithMessage): DomainError {
  return new DomainError({ code, message: errors[code].message });
}

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
