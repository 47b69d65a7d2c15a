import { HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError, errors, type ErrorCode } from '@repairline/contracts/domain-error';
import type { ErrorBody } from '@repairline/contracts/http/errors';
import type { Logger } from '@repairline/service-kit/logger';
import { stateOf } from './request';

/** Refusals made by the gateway alone: no service knows them. */
const gatewayStatuses = {
  csrf_token_invalid: 403,
  origin_not_allowed: 403,
  idempotency_key_invalid: 400,
  idempotency_key_reused: 422,
  method_not_allowed: 405,
  request_unreadable: 400,
  request_timed_out: 408,
  headers_too_large: 431,
  unsupported_media_type: 415,
  web_app_missing: 503,
} as const;
export type GatewayErrorCode = keyof typeof gatewayStatuses;

export class GatewayError extends Error {
  constructor(
    readonly code: GatewayErrorCode,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'GatewayError';
  }
}

export interface HttpAnswer {
  status: number;
  headers: Record<string, string>;
  body: ErrorBody & Record<string, unknown>;
}

const declared = Object.entries(errors).map(([code, { status }]) => [code, status] as const);

/** The HTTP status of each code. */
export const statusOf = { ...Object.fromEntries(declared), ...gatewayStatuses } as Record<
  ErrorCode | GatewayErrorCode,
  number
>;

/** Details of an error that clients may act on; all others stay inside. */
const shownDetails: Partial<Record<ErrorCode, readonly string[]>> = {
  pending_approval: ['email', 'approvalCode'],
  device_exists: ['device'],
  device_elsewhere: ['barcodeNumber'],
};

const APOLOGY = 'Something went wrong on our side. Please try again.';

export function answerTo(error: unknown, correlationId: string): HttpAnswer {
  if (error instanceof DomainError) return ofDomainError(error, correlationId);
  if (error instanceof GatewayError) {
    return { status: statusOf[error.code], headers: error.headers, body: { message: error.message, type: error.code } };
  }
  const status = refusedBy(error);
  if (status === 404) return { status, headers: {}, body: { message: 'Not found', type: 'not_found' } };
  if (status)
    return { status, headers: {}, body: { message: 'The request cannot be read', type: 'request_unreadable' } };
  return { status: 500, headers: {}, body: { message: APOLOGY, type: 'internal', correlationId } };
}

function ofDomainError(error: DomainError, correlationId: string): HttpAnswer {
  const { code, message, issues, details = {} } = error;
  const status = statusOf[code] ?? 500;
  const shown = (shownDetails[code] ?? []).filter((name) => name in details).map((name) => [name, details[name]]);
  const reference = status === 500 ? { correlationId } : {};
  return {
    status,
    headers: status === 429 ? { 'Retry-After': seconds(details.retryAfter) } : {},
    body: {
      message,
      type: code,
      ...(issues && { issues }),
      ...(Object.fromEntries(shown) as Record<string, unknown>),
      ...reference,
    },
  };
}

/** The status of a request that the framework itself refused: an unknown path, a broken percent-encoding. */
function refusedBy(error: unknown): number | undefined {
  const status: unknown = error instanceof HttpException ? error.getStatus() : statusProperty(error);
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}

function statusProperty(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error.status : undefined;
}

function seconds(value: unknown): string {
  return String(typeof value === 'number' && value > 0 ? Math.ceil(value) : 60);
}

export function sendError(error: unknown, request: Request, response: Response, logger: Logger): HttpAnswer {
  const answer = answerTo(error, stateOf(request).correlationId);
  const { status, headers, body } = answer;
  if (status === 500) logger.error({ err: error }, 'a request failed');
  if (response.headersSent) response.destroy(error as Error);
  else response.status(status).set(headers).json(body);
  return answer;
}
