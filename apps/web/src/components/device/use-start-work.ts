import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { DeviceChangesBody } from '@repairline/contracts/repairs/requests';
import type { Device } from '@repairline/contracts/repairs/views';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { isChangedMeanwhile } from '../../api/call-error';
import { startedBySomeoneElse } from './current-repair';
import { useChangeDeviceMutation } from '../../api/calls/devices';
import { toastShown } from '../toasts/toast-slice';
import { useToast } from '../toasts/use-toast';

/**
 * Starts work as `user`. If two people start at once, the server lets one win, and the other is told so here. Returns
 * false if the call failed, which has also been reported.
 */
export function useStartWork(user: SignedInUser) {
  const dispatch = useDispatch();
  const [changeDevice] = useChangeDeviceMutation();
  const { toast, failed } = useToast();
  return useCallback(
    async ({ id: deviceId, barcodeNumber }: Device, changes: Omit<DeviceChangesBody, 'status'>): Promise<boolean> => {
      try {
        const body = { ...changes, status: 'IN_PROGRESS' } as const;
        const device = await changeDevice({ barcodeNumber, deviceId, body }).unwrap();
        const other = startedBySomeoneElse(device, user.id);
        if (other === undefined) toast('Work Started', 'Device status updated to In Progress');
        else
          dispatch(
            toastShown({
              title: 'Error',
              body: `${other} is already working on ${device.barcodeNumber}`,
              intent: 'destructive',
            }),
          );
        return true;
      } catch (thrown) {
        // The form that `expected` comes from asks again.
        if (isChangedMeanwhile(thrown)) throw thrown;
        failed(thrown, 'Failed to start work');
        return false;
      }
    },
    [changeDevice, dispatch, failed, toast, user.id],
  );
}
