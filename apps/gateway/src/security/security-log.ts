import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { tap, type Observable } from 'rxjs';
import { z } from 'zod';
import { currentUserBody, whatToExport } from '@repairline/contracts/http/bodies';
import type { SecurityKind } from '@repairline/contracts/http/endpoint';
import { roleChange } from '@repairline/contracts/identity/requests';
import { apiToken, userAccount } from '@repairline/contracts/identity/views';
import { email } from '@repairline/contracts/texts/text';
import type { SecurityLine, SecurityLog as Lines } from '@repairline/service-kit/security-log';
import { keyFor } from '../auth/tokens';
import { accessOf, stateOf, type SignIn } from '../http/request';
import { RefusalLimit } from './refusal-limit';

const TOKENS_REMEMBERED = 10_000;
const DAY_MS = 86_400_000;
const REFUSED = [401, 403, 429];

type Facts = Partial<SecurityLine>;
interface AnsweredCall {
  request: Request;
  /** The body of a good answer; undefined if the call was refused. */
  answer: unknown;
  hashOf: (kind: 'email', text: string) => string;
}

/** What the line of a kind says besides who called. Of what was sent, only what is certain to be no name. */
const factsOf: { [Kind in SecurityKind]?: (call: AnsweredCall) => Facts } = {
  'sign-in': ({ request, answer, hashOf }) => {
    const sent = email.safeParse(bodyOf(request).email);
    return {
      userId: currentUserBody.safeParse(answer).data?.user.id,
      emailHash: sent.success ? hashOf('email', sent.data) : undefined,
    };
  },
  'access-decision': ({ request, answer }) => ({
    subjectId: idIn(bodyOf(request).userId),
    decision: decisionIn(answer),
  }),
  'role-change': ({ request }) => ({
    subjectId: idIn(bodyOf(request).userId),
    role: roleChange.shape.role.safeParse(bodyOf(request).role).data,
  }),
  'password-replaced': ({ request }) => ({ subjectId: idIn(bodyOf(request).userId) }),
  'account-removed': ({ request }) => ({ subjectId: idIn(request.params.id) }),
  rename: ({ request }) => ({ subjectId: idIn(request.params.id) }),
  'token-made': ({ answer }) => ({ subjectTokenId: apiToken.safeParse(answer).data?.id }),
  'token-revoked': ({ request }) => ({ subjectTokenId: idIn(request.params.tokenId) }),
  export: ({ request }) => ({
    file: request.path.startsWith('/api/billing/')
      ? 'completed-repairs'
      : whatToExport.safeParse(request.query).data?.type,
  }),
};

/** Writes who did what to whose access and data, and who was refused. */
export class SecurityLog {
  private readonly key;
  private readonly refusals: RefusalLimit;
  /** When a token was last seen at a client, by both. */
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly lines: Lines,
    sessionSecret: string,
  ) {
    this.key = keyFor('security log', sessionSecret);
    this.refusals = new RefusalLimit((line) => lines.write(line));
  }

  /** A call that was answered, if it has a kind and somebody made it. */
  done(request: Request, response: Response, answer: unknown): void {
    const kind = accessOf(request)?.securityKind;
    if (!kind) return;
    const line = { ...this.lineOf(request, kind, 'done'), ...this.factsOf(kind, request, answer) };
    if (line.userId) this.lines.write({ ...line, outcome: outcomeOf(kind, response) });
  }

  /** A call that was answered with an error: any that has a kind, and of the others those that were not let in. */
  refused(request: Request, status: number, code: string): void {
    const kind = accessOf(request)?.securityKind;
    if (!kind && !REFUSED.includes(status)) return;
    const facts = kind ? this.factsOf(kind, request, undefined) : {};
    this.refusals.take({ ...this.lineOf(request, kind ?? 'call', code), ...facts });
  }

  /** A connection to `/ws` that was not let in. */
  socketRefused(request: IncomingMessage, client: string, code: string): void {
    const { correlationId } = stateOf(request);
    const clientHash = this.hashOf('client', client);
    this.refusals.take({ kind: 'call', outcome: code, correlationId, route: 'GET /ws', clientHash });
  }

  /** The first use of a token from a client, once a day. */
  tokenUsed(request: Request, { tokenId }: SignIn): void {
    const line = this.lineOf(request, 'token-used', 'done');
    const pair = `${tokenId} ${line.clientHash}`;
    if (performance.now() - (this.seen.get(pair) ?? -Infinity) < DAY_MS) return;
    if (this.seen.size >= TOKENS_REMEMBERED) this.seen.clear();
    this.seen.set(pair, performance.now());
    this.lines.write(line);
  }

  close(): void {
    this.refusals.endWindow();
    this.lines.close();
  }

  private lineOf(request: Request, kind: SecurityKind, outcome: string): SecurityLine {
    const { correlationId, client = 'unknown', signIn } = stateOf(request);
    const { path = 'unknown' } = (request.route ?? {}) as { path?: string };
    return {
      ...{ kind, outcome, correlationId, route: `${request.method} ${path}` },
      ...{ userId: signIn?.user.id, tokenId: signIn?.tokenId, clientHash: this.hashOf('client', client) },
    };
  }

  private factsOf(kind: SecurityKind, request: Request, answer: unknown): Facts {
    const facts = factsOf[kind]?.({ request, answer, hashOf: (of, text) => this.hashOf(of, text) }) ?? {};
    return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
  }

  private hashOf(kind: 'client' | 'email', text: string): string {
    return createHmac('sha256', this.key).update(`${kind} ${text}`).digest('base64url').slice(0, 22);
  }
}

function outcomeOf(kind: SecurityKind, response: Response): string {
  if (response.hasHeader('Idempotency-Replayed')) return 'repeated';
  return kind === 'export' && !response.writableFinished ? 'left' : 'done';
}

function bodyOf({ body }: Request): Record<string, unknown> {
  return (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
}

/** Anything else in its place could be a name that somebody sent. */
function idIn(value: unknown): string | undefined {
  return z.guid().safeParse(value).data;
}

function decisionIn(answer: unknown): SecurityLine['decision'] {
  const account = userAccount.safeParse(answer).data;
  if (!account) return undefined;
  if (account.approved) return 'approved';
  return account.deniedAt ? 'denied' : 'revoked';
}

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
