import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { DomainError } from '@repairline/contracts/domain-error';
import { stateOf, type SignIn } from '../http/request-state';
import { accessOf } from './access';
import { authenticateBy } from './passport';

@Injectable()
export class AccessGuard implements CanActivate {
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const row = accessOf(request);
    if (!row) throw new Error('this route is not in the table of access');
    if (row.who === 'anyone') return true;

    const signIn = await authenticateBy<SignIn>('sign-in', request);
    if (!signIn) throw new DomainError({ code: 'not_signed_in', message: 'Sign in to do this' });
    if (row.who === 'admin' && signIn.user.role !== 'Admin') {
      throw new DomainError({ code: 'admin_only', message: 'You need the Admin role to do this' });
    }
    stateOf(request).signIn = signIn;
    return true;
  }
}
