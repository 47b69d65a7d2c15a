import type { KeyObject } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, COOKIES } from '../composition';
import type { Config } from '../config';
import { EdgeError } from '../errors/edge-error';
import { accessOf, isMutating } from './access';
import { apiTokenOf } from './bearer';
import type { Cookies } from './cookies';
import { isCsrfToken } from './csrf';
import { allowedOrigin, isAllowedOrigin } from './origin';
import { keyFor } from './tokens';

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
    throw new EdgeError('csrf_token_invalid', 'Invalid CSRF token');
  }

  /** Programs other than browsers send no Origin; they still need a CSRF token. */
  private checkOrigin({ headers }: Request): void {
    const { origin, host } = headers;
    const { PUBLIC_ORIGIN } = this.config;
    if (!allowedOrigin(PUBLIC_ORIGIN, host)) {
      throw new EdgeError('origin_not_allowed', 'To use the product under this address, start it with PUBLIC_ORIGIN');
    }
    const sameSite = headers['sec-fetch-site'] ?? 'same-origin';
    const allowed = origin === undefined ? sameSite === 'same-origin' : isAllowedOrigin(origin, PUBLIC_ORIGIN, host);
    if (!allowed) throw new EdgeError('origin_not_allowed', 'This page may not make changes here');
  }
}
