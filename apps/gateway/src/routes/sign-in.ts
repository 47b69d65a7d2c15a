import type { KeyObject } from 'node:crypto';
import { Controller, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { CallContext } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import { SignOut } from '@repairline/contracts/identity/calls';
import { credentials } from '@repairline/contracts/identity/requests';
import { CallClient } from '@repairline/messaging/calls/call-client';
import type { Cookies } from '../auth/cookies';
import { csrfToken } from '../auth/csrf.guard';
import { KnownBrowsers } from '../auth/known-browsers';
import { SignIns } from '../auth/sign-ins';
import { authenticateBy, type NewSignIn } from '../auth/strategies';
import { hashOf, keyFor, newToken } from '../auth/tokens';
import { CONFIG, COOKIES } from '../composition';
import type { Config } from '../config';
import { Caller, parsed } from '../http/parameters';
import { stateOf } from '../http/request';

/** The sign-in of a browser: its CSRF token, in, out, and who is signed in. */
@Controller('api')
export class SignInRoute {
  private readonly csrfKey: KeyObject;

  constructor(
    private readonly calls: CallClient,
    private readonly signIns: SignIns,
    private readonly browsers: KnownBrowsers,
    @Inject(COOKIES) private readonly cookies: Cookies,
    @Inject(CONFIG) config: Config,
  ) {
    this.csrfKey = keyFor('csrf', config.SESSION_SECRET);
  }

  @Get('csrf-token')
  csrfToken(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    const known = this.cookies.bearer(request);
    const bearer = known ?? newToken();
    if (!known) this.cookies.setVisitor(response, bearer);
    return { csrfToken: csrfToken(this.csrfKey, bearer) };
  }

  @Post('login')
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

  @Post('logout')
  @HttpCode(200)
  async signOut(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Caller() context: CallContext,
  ) {
    const token = this.cookies.signIn(request);
    const signIn = await this.signIns.of(request, { extend: false });
    // For the security log: this call is open to all, so nobody has looked yet.
    if (signIn) stateOf(request).signIn = signIn;
    if (token) await this.calls.call(SignOut, { tokenHash: hashOf(token) }, context);
    this.cookies.clearSignIn(response);
    return {};
  }

  @Get('auth/user')
  user(@Req() request: Request) {
    return { user: stateOf(request).signIn?.user };
  }
}
