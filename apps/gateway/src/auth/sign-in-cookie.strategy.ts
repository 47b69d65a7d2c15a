import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-custom';
import type { SignIn } from '../http/request-state';
import { accessOf } from './access';
import { SignIns } from './sign-ins';

@Injectable()
export class SignInCookieStrategy extends PassportStrategy(Strategy, 'sign-in') {
  constructor(private readonly signIns: SignIns) {
    super();
  }

  validate(request: Request): Promise<SignIn | null> {
    return this.signIns.of(request, { extend: !accessOf(request)?.byTimer });
  }
}
