import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-custom';
import { stateOf, type SignIn } from '../http/request-state';
import { accessOf } from './access';
import { apiTokenOf } from './bearer';
import { SignIns } from './sign-ins';

@Injectable()
export class SignInCookieStrategy extends PassportStrategy(Strategy, 'sign-in') {
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
