import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { CallContext } from '@repairline/contracts/call';
import { stateOf } from './request-state';

/** The context for calls to services made by this request: the caller, and the command's id. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): CallContext =>
  callContext(context.switchToHttp().getRequest<Request>()),
);

export function callContext(request: Request): CallContext {
  const { signIn, correlationId, commandId } = stateOf(request);
  const actor = signIn
    ? {
        ...{ userId: signIn.user.id, name: signIn.user.name || signIn.user.email, role: signIn.user.role },
        ...(signIn.tokenId && { tokenId: signIn.tokenId }),
      }
    : null;
  return { actor, correlationId, ...(commandId && { commandId }) };
}
