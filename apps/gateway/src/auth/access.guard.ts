import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '@repairline/contracts/domain-error';
import { accessOf, stateOf, type SignIn } from '../http/request';
import { SecurityLog } from '../security/security-log';
import { RateLimiter } from './rate-limiter';
import { authenticateBy } from './strategies';
import { apiTokenOf, hashOf } from './tokens';

@Injectable()
export class AccessGuard implements CanActivate {
  private readonly rateLimiter = new RateLimiter();

  constructor(private readonly security: SecurityLog) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const row = accessOf(request);
    if (!row) throw new Error('this route is not in the table of access');
    if (row.who === 'anyone') return true;

    const token = apiTokenOf(request);
    // Before identity is asked: a runaway script must not cost it a lookup per call.
    if (token) this.rateLimiter.check(hashOf(token));
    const signIn = await authenticateBy<SignIn>('sign-in', request);
    if (!signIn) throw new DomainError({ code: 'not_signed_in', message: 'Sign in to do this' });
    stateOf(request).signIn = signIn;
    if (signIn.tokenId) {
      this.security.tokenUsed(request, signIn);
      this.rateLimiter.count(signIn.tokenHash);
      if (row.byPerson)
        throw new DomainError({
          code: 'token_not_allowed',
          message: 'Sign in to do this. API tokens are not accepted here.',
        });
    }
    if (row.who === 'admin' && signIn.user.role !== 'Admin') {
      throw new DomainError({ code: 'admin_only', message: 'You need the Admin role to do this' });
    }
    return true;
  }
}
