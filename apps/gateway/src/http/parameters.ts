import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type { CallContext } from '@repairline/contracts/call';
import { DomainError } from '@repairline/contracts/domain-error';
import type { DeviceTarget } from '@repairline/contracts/http/endpoint';
import { invalid } from '@repairline/messaging/calls/serve-calls';
import { stateOf } from './request';

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

/**
 * The device that a change is for: by the number in the address and, if the call has X-Device-Id, that device and no
 * other. A page that was not told of a renumbering would otherwise write to the device that has the number now.
 */
export const Target = createParamDecorator((_: unknown, context: ExecutionContext): DeviceTarget =>
  targetOf(context.switchToHttp().getRequest<Request<{ barcode: string }>>()),
);

export function targetOf({ params, headers }: Request<{ barcode: string }>): DeviceTarget {
  const given = headers['x-device-id'];
  if (given === undefined) return { assetNumber: params.barcode };
  const deviceId = z.guid().safeParse(given);
  if (deviceId.success) return { assetNumber: params.barcode, deviceId: deviceId.data.toLowerCase() };
  throw new DomainError({ code: 'validation_failed', message: 'X-Device-Id must be the id of a device' });
}

/**
 * Checks the value against the schema and returns it unparsed: the service that owns the rule parses it again, and a
 * parsed value need not fit the schema that produced it.
 */
export function checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.input<Schema> {
  parsed(schema, value);
  return (value ?? {}) as z.input<Schema>;
}

export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  if (Array.isArray(value)) throw new DomainError({ code: 'validation_failed', message: 'Send one JSON object' });
  const result = schema.safeParse(value ?? {});
  if (result.success) return result.data;
  throw new DomainError(invalid(result.error));
}
