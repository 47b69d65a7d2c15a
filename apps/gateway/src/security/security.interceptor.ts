import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { SecurityLog } from './security-log';

/** Surrounds the other interceptors, so that it sees every good answer; AllErrors sees the others. */
@Injectable()
export class SecurityInterceptor implements NestInterceptor {
  constructor(private readonly security: SecurityLog) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const http = context.switchToHttp();
    return next
      .handle()
      .pipe(tap((answer) => this.security.done(http.getRequest<Request>(), http.getResponse<Response>(), answer)));
  }
}
