import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { credentials } from '@repairline/contracts/identity/requests';
import { DomainError } from '@repairline/contracts/domain-error';
import type { Cookies } from '../auth/cookies';
import { KnownBrowsers } from '../auth/known-browsers';
import { authenticateBy } from '../auth/passport';
import type { NewSignIn } from '../auth/password.strategy';
import { COOKIES } from '../composition';
import { parsed } from '../http/checked';

@Controller('api/login')
export class LoginRoute {
  constructor(
    @Inject(COOKIES) private readonly cookies: Cookies,
    private readonly browsers: KnownBrowsers,
  ) {}

  @Post()
  @HttpCode(200)
  async signIn(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const typed = parsed(credentials, request.body);
    request.body = typed;
    const found = await authenticateBy<NewSignIn>('password', request);
    if (!found) throw new DomainError({ code: 'invalid_credentials', message: 'Invalid email or password' });
    this.cookies.setSignIn(response, found.token);
    this.browsers.remember(request, response, typed.email);
    return { user: found.user };
  }
}
