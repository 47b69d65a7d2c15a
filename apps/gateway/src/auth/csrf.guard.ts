import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, COOKIES } from '../composition';
import type { Config } from '../config';
import { GatewayError } from '../http/errors';
import { accessOf, isMutating } from '../http/request';
import type { Cookies } from './cookies';
import { apiTokenOf, keyFor } from './tokens';

const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/u;

/** The one origin whose pages may call us: the configured one, else, on localhost only, the requested address. */
function allowedOrigin(publicOrigin: string | undefined, host: string | undefined): string | undefined {
  if (publicOrigin) return publicOrigin;
  return host && LOCAL_HOST.test(host.toLowerCase()) ? `http://${host.toLowerCase()}` : undefined;
}

export function isAllowedOrigin(
  origin: string | undefined,
  publicOrigin: string | undefined,
  host: string | undefined,
): boolean {
  const allowed = allowedOrigin(publicOrigin, host);
  return allowed !== undefined && origin?.toLowerCase() === allowed.toLowerCase();
}

/** Bound to the cookie: a token fetched in another browser, or before the sign-in, does not fit. */
export function csrfToken(key: KeyObject, bearer: string): string {
  return createHmac('sha256', key).update(bearer).digest('base64url');
}

export function isCsrfToken(key: KeyObject, bearer: string | undefined, given: string | string[] | undefined): boolean {
  if (!bearer || typeof given !== 'string') return false;
  const expected = Buffer.from(csrfToken(key, bearer));
  const offered = Buffer.from(given);
  return expected.length === offered.length && timingSafeEqual(expected, offered);
}

/** No page can make a browser send this header, and cookies are ignored when it is present. */
function isByToken(request: Request): boolean {
  return apiTokenOf(request) !== undefined && accessOf(request)?.who !== 'anyone';
}

/** Lets through only changes that come from our own page, or with an API token. */
@Injectable()
export class CsrfGuard implements CanActivate {
  private readonly key: KeyObject;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(COOKIES) private readonly cookies: Cookies,
  ) {
    this.key = keyFor('csrf', config.SESSION_SECRET);
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (!isMutating(request.method) || isByToken(request)) return true;
    this.checkOrigin(request);
    if (isCsrfToken(this.key, this.cookies.bearer(request), request.headers['x-csrf-token'])) return true;
    throw new GatewayError('csrf_token_invalid', 'Invalid CSRF token');
  }

  /** Programs other than browsers send no Origin; they still need a CSRF token. */
  private checkOrigin({ headers }: Request): void {
    const { origin, host } = headers;
    const { PUBLIC_ORIGIN } = this.config;
    if (!allowedOrigin(PUBLIC_ORIGIN, host)) {
      throw new GatewayError(
        'origin_not_allowed',
        'To use the product under this address, start it with PUBLIC_ORIGIN',
      );
    }
    const sameSite = headers['sec-fetch-site'] ?? 'same-origin';
    const allowed = origin === undefined ? sameSite === 'same-origin' : isAllowedOrigin(origin, PUBLIC_ORIGIN, host);
    if (!allowed) throw new GatewayError('origin_not_allowed', 'This page may not make changes here');
  }
}
