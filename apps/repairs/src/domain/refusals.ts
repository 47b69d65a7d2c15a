import { DomainError } from '@repairline/contracts/domain-error';
import { statusNames, type DeviceStatus } from '@repairline/contracts/repairs/device-facts';

const nextSteps: Record<Exclude<DeviceStatus, 'PARTS'>, string> = {
  INTAKE: 'start work (IN_PROGRESS), or complete it with a completed repair entry',
  IN_PROGRESS: 'complete it with a completed repair entry',
  COMPLETED: 'take it in again, or add a new repair entry, which reopens it',
};

/** The number asked for is not that of the device that is meant; `now` is the one it has, null if there is no such device. */
export function deviceElsewhere(assetNumber: string, now: string | null, isTaken: boolean): DomainError {
  const owner = isTaken
    ? `Asset Number ${assetNumber} now belongs to another device`
    : `No device has Asset Number ${assetNumber} now`;
  const where = now === null ? 'open the device you mean' : `the device you mean is now ${now}: open it`;
  return new DomainError({
    code: 'device_elsewhere',
    message: `${owner}. Nothing was saved; ${where} and try again`,
    ...(now !== null && { details: { barcodeNumber: now } }),
  });
}

export function deviceExists(status: 'INTAKE' | 'IN_PROGRESS'): DomainError {
  return new DomainError({
    code: 'device_exists',
    message: `This device is already in the system (${statusNames[status]})`,
  });
}

export function stepNotAllowed(from: Exclude<DeviceStatus, 'PARTS'>, to: DeviceStatus): DomainError {
  return new DomainError({
    code: 'device_not_allowed',
    message: `A device that is ${statusNames[from]} cannot be set to ${to}. Allowed next: ${nextSteps[from]}`,
  });
}

export function assetNumberTaken(assetNumber: string): DomainError {
  return new DomainError({
    code: 'asset_number_taken',
    message: `Asset Number ${assetNumber} belongs to another device`,
    issues: [{ path: 'barcodeNumber', message: 'This asset number belongs to another device' }],
  });
}
