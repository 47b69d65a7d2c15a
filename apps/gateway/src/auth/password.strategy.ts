import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-local';
import { SignIn as SignInCommand } from '@repairline/contracts/identity/calls';
import type { Credentials } from '@repairline/contracts/identity/requests';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { CONFIG, COOKIES } from '../composition';
import type { Config } from '../config';
import { callContext } from '../http/caller';
import { agentOf } from './agent';
import { clientOf } from './client';
import type { Cookies } from './cookies';
import { KnownBrowsers } from './known-browsers';
import { hashOf, keyFor, newToken, tokenOfCommand } from './tokens';

export interface NewSignIn {
  user: SignedInUser;
  token: string;
}

/** Checks email and password with identity, whose refusals arrive as its DomainError. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Strategy, 'password') {
  private readonly key: KeyObject;

  constructor(
    private readonly calls: CallClient,
    private readonly browsers: KnownBrowsers,
    @Inject(COOKIES) private readonly cookies: Cookies,
    @Inject(CONFIG) config: Config,
  ) {
    super({ usernameField: 'email', passwordField: 'password', passReqToCallback: true, session: false });
    this.key = keyFor('sign-in', config.SESSION_SECRET);
  }

  async validate(request: Request, email: string): Promise<NewSignIn> {
    const context = callContext(request);
    const token = context.commandId ? tokenOfCommand(this.key, context.commandId) : newToken();
    const before = this.cookies.signIn(request);
    const { user } = await this.calls.call(
      SignInCommand,
      {
        ...(request.body as Credentials),
        client: clientOf(request.ip),
        browser: this.browsers.nameOf(request, email),
        agent: agentOf(request.get('user-agent')),
        replaces: before ? hashOf(before) : null,
        tokenHash: hashOf(token),
      },
      context,
    );
    return { user, token };
  }
}
