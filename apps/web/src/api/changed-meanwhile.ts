import type { Device } from '@repairline/contracts/repairs/views';
import { isCallError } from './call-error';
import { notifyDevicesChanged } from './device-changes';
import { useLazyDeviceQuery } from './devices';

/** Refused because a field is not as this person saw it any more. */
export function isChangedMeanwhile(thrown: unknown): boolean {
  return isCallError(thrown) && thrown.body?.type === 'changed_meanwhile';
}

/** Reads a device that others have changed meanwhile; lists that are open show it as it is now. */
export function useRereadDevice(barcodeNumber: string): () => Promise<Device> {
  const [read] = useLazyDeviceQuery();
  return async () => {
    const device = await read(barcodeNumber).unwrap();
    notifyDevicesChanged([{ barcodeNumber, device }]);
    return device;
  };
}
