import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request, RequestHandler } from 'express';
import passport from 'passport';
import { Strategy as Custom } from 'passport-custom';
import { Strategy as Local } from 'passport-local';
import { SignIn as SignInCommand } from '@repairline/contracts/identity/calls';
import type { Credentials } from '@repairline/contracts/identity/requests';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { CallClient } from '@repairline/messaging/calls/call-client';
import { CONFIG, COOKIES } from '../composition';
import type { Config } from '../config';
import { callContext } from '../http/parameters';
import { accessOf, stateOf, type SignIn } from '../http/request';
import { agentOf, clientOf } from './client';
import type { Cookies } from './cookies';
import { KnownBrowsers } from './known-browsers';
import { SignIns } from './sign-ins';
import { apiTokenOf, hashOf, keyFor, newToken, tokenOfCommand } from './tokens';

/** Runs the named strategy on the request: resolves to whom it finds, or null. Rejects with the strategy's error. */
export function authenticateBy<Found>(strategy: 'sign-in' | 'password', request: Request): Promise<Found | null> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null | undefined, found?: Found | false | null) =>
      error ? reject(error) : resolve(found || null);
    const handler = passport.authenticate(strategy, { session: false }, settle) as RequestHandler;
    void handler(request, request.res as NonNullable<Request['res']>, reject);
  });
}

@Injectable()
export class SignInCookieStrategy extends PassportStrategy(Custom, 'sign-in') {
  constructor(private readonly signIns: SignIns) {
    super();
  }

  /** A request with a token belongs to the token's owner, whatever cookie comes with it. */
  async validate(request: Request): Promise<SignIn | null> {
    const token = apiTokenOf(request);
    if (token === null) return null;
    if (token) return this.signIns.ofApiToken(token, stateOf(request).correlationId);
    return this.signIns.of(request, { extend: isUse(request) });
  }
}

/** Neither timers nor an untouched page keep a sign-in alive: on a shared computer it would never end. */
function isUse(request: Request): boolean {
  return !accessOf(request)?.byTimer && request.headers['x-left-alone'] === undefined;
}

export interface NewSignIn {
  user: SignedInUser;
  token: string;
}

/** Checks email and password with identity, whose refusals arrive as its DomainError. */
@Injectable()
export class PasswordStrategy extends PassportStrategy(Local, 'password') {
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
