import { Controller, type Type } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { from, type Observable } from 'rxjs';
import type { z } from 'zod';
import type { Call, CallContext, CallOutput, CallReply, ParsedInput } from '@repairline/contracts/call';
import { DomainError, type DomainErrorPayload } from '@repairline/contracts/domain-error';
import { correlation, type Logger } from '@repairline/service-kit/logger';
import { callRequest, splitReply, type ReplyMessage } from './wire';

export interface CallHandler {
  subject: string;
  reply(request: unknown, logger: Logger): Promise<CallReply>;
}

/** Binds a contract to the function that answers it. The input arrives parsed; a thrown DomainError becomes the reply. */
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

/** A Nest controller with one message pattern a handler. */
export function callController(handlers: readonly CallHandler[], logger: Logger): Type {
  class Calls {}
  const prototype = Calls.prototype as Record<string, unknown>;
  for (const handler of handlers) {
    const method = async (request: unknown): Promise<Observable<ReplyMessage>> =>
      from(splitReply(await handler.reply(request, logger)));
    Object.defineProperty(prototype, handler.subject, { value: method, configurable: true });
    const descriptor = Object.getOwnPropertyDescriptor(prototype, handler.subject);
    if (descriptor) MessagePattern(handler.subject)(prototype, handler.subject, descriptor);
  }
  Controller()(Calls);
  return Calls;
}

/** A failed parse as the error that a person sees: the first issue's words, and all issues by field. */
export function invalid(error: z.ZodError): DomainErrorPayload {
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  return { code: 'validation_failed', message: issues[0]?.message ?? 'Invalid input', issues };
}

function explain(error: unknown, subject: string, logger: Logger): DomainErrorPayload {
  if (error instanceof DomainError) return error.toPayload();
  logger.error({ err: error, subject }, 'a call failed');
  return { code: 'internal', message: 'Something went wrong on our side. Nothing was lost; please try again.' };
}
