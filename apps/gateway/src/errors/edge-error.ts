/** Refusals made by the gateway alone: no service knows them. */
export type EdgeErrorCode =
  | 'csrf_token_invalid'
  | 'origin_not_allowed'
  | 'idempotency_key_invalid'
  | 'idempotency_key_reused'
  | 'method_not_allowed'
  | 'request_unreadable'
  | 'request_timed_out'
  | 'headers_too_large'
  | 'unsupported_media_type'
  | 'web_app_missing';

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
