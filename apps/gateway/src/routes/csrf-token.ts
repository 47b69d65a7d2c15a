import type { KeyObject } from 'node:crypto';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { csrfToken } from '../auth/csrf';
import type { Cookies } from '../auth/cookies';
import { keyFor, newToken } from '../auth/tokens';
import { CONFIG, COOKIES } from '../composition';
import type { Config } from '../config';

@Controller('api/csrf-token')
export class CsrfTokenRoute {
  private readonly key: KeyObject;

  constructor(
    @Inject(COOKIES) private readonly cookies: Cookies,
    @Inject(CONFIG) config: Config,
  ) {
    this.key = keyFor('csrf', config.SESSION_SECRET);
  }

  @Get()
  give(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const known = this.cookies.bearer(request);
    const bearer = known ?? newToken();
    if (!known) this.cookies.setVisitor(response, bearer);
    return { csrfToken: csrfToken(this.key, bearer) };
  }
}
