import { randomUUID, type KeyObject } from 'node:crypto';
import { Inject, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { from, lastValueFrom, of, type Observable } from 'rxjs';
import type { Cookies } from '../auth/cookies';
import { keyFor } from '../auth/tokens';
import { CONFIG, COOKIES } from '../composition';
import type { Config } from '../config';
import { answerTo, GatewayError } from '../http/errors';
import { accessOf, isMutating, stateOf } from '../http/request';
import { RememberedAnswers } from './remembered-answers';
import { nameRequest, REPLAYED, type RequestNames } from './request-key';

/** Runs after the guards: a request they refuse has had no effect and is not remembered. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  private readonly secret: KeyObject;

  constructor(
    private readonly answers: RememberedAnswers,
    @Inject(COOKIES) private readonly cookies: Cookies,
    @Inject(CONFIG) config: Config,
  ) {
    this.secret = keyFor('requests', config.SESSION_SECRET);
  }

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!isMutating(request.method)) return next.handle();
    const names = this.namesOf(request);
    stateOf(request).commandId = names?.commandId ?? randomUUID();
    if (!names || accessOf(request)?.unremembered) return next.handle();

    const response = context.switchToHttp().getResponse<Response>();
    const claim = await this.answers.claim(names.slot, names.fingerprint);
    if (claim.kind === 'different') {
      throw new GatewayError('idempotency_key_reused', 'This Idempotency-Key belongs to another request');
    }
    if (claim.kind !== 'answered') return from(this.runAndRemember(request, response, names, next));
    response.status(claim.answer.status).setHeader(REPLAYED, 'true');
    return of(claim.answer.body);
  }

  private namesOf(request: Request): RequestNames | undefined {
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string') return undefined;
    const owner = stateOf(request).signIn?.user.id ?? this.cookies.bearer(request) ?? '';
    const { method, originalUrl: path } = request;
    return nameRequest(this.secret, { owner, key, method, path, body: request.body as unknown });
  }

  private async runAndRemember(
    request: Request,
    response: Response,
    { slot, fingerprint }: RequestNames,
    next: CallHandler<unknown>,
  ): Promise<unknown> {
    try {
      const body = await lastValueFrom(next.handle());
      await this.answers.remember(slot, fingerprint, { status: response.statusCode, body });
      return body;
    } catch (error) {
      const { status, body } = answerTo(error, stateOf(request).correlationId);
      if (isWorthRemembering(status, body.type)) await this.answers.remember(slot, fingerprint, { status, body });
      else await this.answers.forget(slot);
      throw error;
    }
  }
}

/** Keeps refusals by rule, but not those that a retry may overcome. */
export function isWorthRemembering(status: number, type?: string): boolean {
  return status < 500 && status !== 401 && status !== 429 && type !== 'conflict';
}
