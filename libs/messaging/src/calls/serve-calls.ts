import { Controller, type Type } from '@nestjs/common';
import { Ctx, MessagePattern, Payload, type NatsContext } from '@nestjs/microservices';
import type { MsgHdrs } from 'nats';
import { from, type Observable } from 'rxjs';
import type { z } from 'zod';
import type { Call, CallContext, CallOutput, CallReply, ParsedInput } from '@repairline/contracts/call';
import { DomainError, type DomainErrorPayload } from '@repairline/contracts/domain-error';
import { UnreadableEvent } from '@repairline/event-store/unreadable-event';
import { correlation, type Logger } from '@repairline/service-kit/logger';
import { callSeconds } from '@repairline/service-kit/monitoring/metrics';
import { inSpanOf } from '@repairline/service-kit/monitoring/tracing';
import { isStoreAway } from '../store-away';
import { callRequest, writeReply } from './wire';

const STORE_AWAY =
  'Nothing can be read or saved here at the moment. Your change may have been saved; please check before you try again.';
const UNREADABLE =
  'Something that was recorded here earlier cannot be read, so nothing is shown or changed here. Please tell an Admin. Everything else goes on.';

export interface CallHandler {
  subject: string;
  reply(request: unknown, logger: Logger): Promise<CallReply>;
}

/**
 * Binds a contract to the function that answers it. The input arrives parsed; a thrown DomainError becomes the reply.
 */
export function answer<C extends Call>(
  contract: C,
  work: (input: ParsedInput<C>, context: CallContext) => Promise<CallOutput<C>>,
): CallHandler {
  return {
    subject: contract.subject,
    async reply(request, logger) {
      const parsed = callRequest.safeParse(request);
      if (!parsed.success) return { ok: false, error: invalid(parsed.error) };
      const { context, input } = parsed.data;
      return correlation.run(context.correlationId, async () => {
        const checked = contract.input.safeParse(input);
        if (!checked.success) return { ok: false, error: invalid(checked.error) };
        try {
          return { ok: true, data: await work(checked.data as ParsedInput<C>, context) };
        } catch (error) {
          return { ok: false, error: explain(error, contract.subject, logger) };
        }
      });
    },
  };
}

/** A Nest controller with one message pattern per handler. */
export function callController(handlers: readonly CallHandler[], logger: Logger): Type {
  class Calls {}
  const prototype = Calls.prototype as Record<string, unknown>;
  for (const handler of handlers) {
    const method = async (request: unknown, context?: NatsContext): Promise<Observable<unknown>> =>
      inSpanOf(parentOf(context), handler.subject, { kind: 'server' }, async () =>
        from(writeReply(await timed(handler, request, logger))),
      );
    Object.defineProperty(prototype, handler.subject, { value: method, configurable: true });
    const descriptor = Object.getOwnPropertyDescriptor(prototype, handler.subject);
    Payload()(prototype, handler.subject, 0);
    Ctx()(prototype, handler.subject, 1);
    if (descriptor) MessagePattern(handler.subject)(prototype, handler.subject, descriptor);
  }
  Controller()(Calls);
  return Calls;
}

function parentOf(context: NatsContext | undefined): string | undefined {
  const headers = context?.getHeaders() as MsgHdrs | undefined;
  return headers?.get('traceparent') || undefined;
}

async function timed(handler: CallHandler, request: unknown, logger: Logger): Promise<CallReply> {
  const answered = callSeconds.startTimer({ call: handler.subject });
  const reply = await handler.reply(request, logger);
  answered({ outcome: reply.ok ? 'ok' : reply.error.code === 'internal' ? 'failed' : 'refused' });
  return reply;
}

/** A failed parse as the error that a person sees: the first issue's words, and all issues by field. */
export function invalid(error: z.ZodError): DomainErrorPayload {
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return { code: 'validation_failed', message: issues[0]?.message ?? 'Invalid input', issues };
}

function explain(error: unknown, subject: string, logger: Logger): DomainErrorPayload {
  if (error instanceof DomainError) return error.toPayload();
  if (isStoreAway(error)) {
    logger.warn({ err: error, subject }, 'a call failed because the event store cannot be reached');
    return { code: 'store_unavailable', message: STORE_AWAY };
  }
  if (error instanceof UnreadableEvent) return unreadable(error, subject, logger);
  logger.error({ err: error, subject }, 'a call failed');
  return { code: 'internal', message: 'Something went wrong on our side. Nothing was lost; please try again.' };
}

/** The answer, also for one row of a call that goes on with the others; logs the error. */
export function unreadable(error: UnreadableEvent, subject: string, logger: Logger): DomainErrorPayload {
  logger.error({ err: error, subject }, 'a call or a row of it failed because an event of its stream cannot be read');
  return { code: 'internal', message: UNREADABLE };
}
