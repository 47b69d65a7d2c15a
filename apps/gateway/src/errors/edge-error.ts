/** Refusals made by the gateway alone: no service knows them. */
export const edgeStatuses = {
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
export type EdgeErrorCode = keyof typeof edgeStatuses;

export class EdgeError extends Error {
  constructor(
    readonly code: EdgeErrorCode,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'EdgeError';
  }
}
