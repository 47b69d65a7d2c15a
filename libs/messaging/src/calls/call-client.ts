import { setTimeout as delay } from 'node:timers/promises';
import { NatsRecordBuilder, type ClientProxy, type NatsRecord } from '@nestjs/microservices';
import { EmptyResponseException } from '@nestjs/microservices/errors/empty-response.exception';
import { headers } from 'nats';
import { lastValueFrom, timeout, toArray } from 'rxjs';
import type { Call, CallContext, CallInput, CallOutput } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import { inSpan, traceparent } from '@repairline/service-kit/monitoring/tracing';
import { joinReply, type CallRequest, type ReplyMessage } from './wire';

const DEFAULT_TIMEOUT_MS = 5_000;
/**
 * A service whose bus server has died reconnects to another within half a second, or more than one on a busy machine.
 */
const NOBODY_LISTENS_MS = 2_000;
const SEND_AGAIN_AFTER_MS = 50;

export interface CallOptions {
  /** How long each part of the reply may take, in ms; 5,000 if absent. */
  timeoutMs?: number;
  /** How long to resend a call that has reached nobody, in ms; 2,000 if absent. It cannot be carried out twice. */
  nobodyListensMs?: number;
}

/**
 * Calls services by contract. Rejects with the service's DomainError, or `service_unavailable` if none answers in time.
 */
export class CallClient {
  constructor(private readonly proxy: Pick<ClientProxy, 'connect' | 'send'>) {}

  async call<C extends Call>(
    contract: C,
    input: CallInput<C>,
    context: CallContext,
    { timeoutMs = DEFAULT_TIMEOUT_MS, nobodyListensMs = NOBODY_LISTENS_MS }: CallOptions = {},
  ): Promise<CallOutput<C>> {
    const { subject, kind } = contract;
    const messages = await inSpan(subject, { kind: 'client' }, async () => {
      const giveUpAt = performance.now() + Math.min(nobodyListensMs, timeoutMs);
      for (;;) {
        try {
          return await this.send(subject, { context, input }, timeoutMs);
        } catch (error) {
          if (!hasReachedNobody(error) || performance.now() >= giveUpAt) throw unavailable(kind);
          await delay(SEND_AGAIN_AFTER_MS);
        }
      }
    });
    const reply = joinReply(messages);
    if (reply.ok) return reply.data as CallOutput<C>;
    throw new DomainError(reply.error);
  }

  /** @throws {EmptyResponseException} if nobody listens; {NotConnected} while the connection is being re-established */
  private async send(subject: string, request: CallRequest, timeoutMs: number): Promise<ReplyMessage[]> {
    await this.proxy.connect().catch((cause: unknown) => {
      throw new NotConnected('the connection to the bus is lost', { cause });
    });
    const replies = this.proxy
      .send<ReplyMessage, CallRequest | NatsRecord>(subject, traced(request))
      .pipe(timeout({ each: timeoutMs }), toArray());
    return lastValueFrom(replies);
  }
}

class NotConnected extends Error {}

function hasReachedNobody(error: unknown): boolean {
  return error instanceof EmptyResponseException || error instanceof NotConnected;
}

/** While traces are exported, a header of the request names the span it comes from. */
function traced(request: CallRequest): CallRequest | NatsRecord {
  const parent = traceparent();
  if (!parent) return request;
  const traceHeaders = headers();
  traceHeaders.set('traceparent', parent);
  return new NatsRecordBuilder(request).setHeaders(traceHeaders).build();
}

function unavailable(kind: Call['kind']): DomainError {
  const message =
    kind === 'query'
      ? 'This part of Repairline is not responding at the moment. Please try again shortly.'
      : 'This part of Repairline is not responding at the moment. Your change may have been saved; please check before you try again.';
  return new DomainError({ code: 'service_unavailable', message });
}
