import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { z } from 'zod';
import type { Request } from 'express';
import { DomainError } from '@repairline/contracts/domain-error';
import type { DeviceTarget } from '@repairline/contracts/http/endpoint';

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
