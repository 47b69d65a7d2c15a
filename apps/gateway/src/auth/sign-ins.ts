import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { Authenticate, AuthenticateApiToken } from '@repairline/contracts/identity/calls';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { COOKIES } from '../composition';
import { stateOf, type SignIn } from '../http/request';
import type { Cookies } from './cookies';
import { hashOf } from './tokens';

/** Finds the person behind a cookie. It asks identity each time, so that an ended sign-in is worthless from then on. */
@Injectable()
export class SignIns {
  constructor(
    private readonly calls: CallClient,
    @Inject(COOKIES) private readonly cookies: Cookies,
  ) {}

  async of(request: IncomingMessage, { extend }: { extend: boolean }): Promise<SignIn | null> {
    const token = this.cookies.signIn(request);
    return token ? this.find(hashOf(token), extend, stateOf(request).correlationId) : null;
  }

  async ofApiToken(token: string, correlationId: string): Promise<SignIn | null> {
    const tokenHash = hashOf(token);
    const holder = await this.calls.call(AuthenticateApiToken, { tokenHash }, { actor: null, correlationId });
    return holder && { ...holder, tokenHash };
  }

  async find(tokenHash: string, extend: boolean, correlationId: string): Promise<SignIn | null> {
    const { user } = await this.calls.call(Authenticate, { tokenHash, extend }, { actor: null, correlationId });
    return user && { user, tokenHash };
  }
}
