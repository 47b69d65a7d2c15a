import { randomUUID } from 'node:crypto';
import type { Actor, Call, CallInput, CallOutput } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import type { Logger } from '@repairline/service-kit/logger';
import type { CallHandler } from '../calls/serve-calls';
import { tess } from './staff';

/** Calls a service's handlers as the gateway would, but without the bus. @throws {DomainError} what they refuse */
export function asking(handlers: readonly CallHandler[], logger: Logger) {
  const bySubject = new Map(handlers.map((handler) => [handler.subject, handler]));
  return async <C extends Call>(
    contract: C,
    input: CallInput<C>,
    { as = tess, commandId = randomUUID() }: { as?: Actor | null; commandId?: string } = {},
  ): Promise<CallOutput<C>> => {
    const request = { context: { actor: as, correlationId: 'test', commandId }, input };
    const reply = await bySubject.get(contract.subject)?.reply(request, logger);
    if (!reply) throw new Error(`Nobody answers ${contract.subject}`);
    if (!reply.ok) throw new DomainError(reply.error);
    return contract.output.parse(reply.data) as CallOutput<C>;
  };
}

/** The code of the refusal, or 'done'. */
export async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
