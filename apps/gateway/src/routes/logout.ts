import { Controller, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { CallContext } from '@repairline/contracts/call';
import { SignOut } from '@repairline/contracts/identity/calls';
import { CallClient } from '@repairline/messaging/calls/call-client';
import type { Cookies } from '../auth/cookies';
import { SignIns } from '../auth/sign-ins';
import { hashOf } from '../auth/tokens';
import { COOKIES } from '../composition';
import { Caller } from '../http/caller';
import { stateOf } from '../http/request-state';

@Controller('api/logout')
export class LogoutRoute {
  constructor(
    private readonly calls: CallClient,
    private readonly signIns: SignIns,
    @Inject(COOKIES) private readonly cookies: Cookies,
  ) {}

  @Post()
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
}
