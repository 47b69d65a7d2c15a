import type { ClientProxy } from '@nestjs/microservices';
import { lastValueFrom, timeout, toArray } from 'rxjs';
import type { Call, CallContext, CallInput, CallOutput } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import { joinReply, type CallRequest, type ReplyMessage } from './wire';

const DEFAULT_TIMEOUT_MS = 5_000;

/** Calls services by contract. Rejects with the service's DomainError, or `service_unavailable` when none answers in time. */
export class CallClient {
  constructor(private readonly proxy: ClientProxy) {}

  async call<C extends Call>(
    contract: C,
    input: CallInput<C>,
    context: CallContext,
    { timeoutMs = DEFAULT_TIMEOUT_MS }: { timeoutMs?: number } = {},
  ): Promise<CallOutput<C>> {
    const request: CallRequest = { context, input };
    const replies = this.proxy
      .send<ReplyMessage, CallRequest>(contract.subject, request)
      .pipe(timeout({ each: timeoutMs }), toArray());
    const messages = await lastValueFrom(replies).catch(() => {
      throw unavailable(contract.kind);
    });
    const reply = joinReply(messages);
    if (reply.ok) return reply.data as CallOutput<C>;
    throw new DomainError(reply.error);
  }
}

function unavailable(kind: Call['kind']): DomainError {
  const message =
    kind === 'query'
      ? 'This part of the product does not answer at the moment. Please try again shortly.'
      : 'This part of the product does not answer at the moment. Your change may have been kept; please look before you try again.';
  return new DomainError({ code: 'service_unavailable', message });
}
