import type { SignedInUser } from '@repairline/contracts/identity/views';
import { priority } from '@repairline/contracts/priority';
import { assetNumber, line, LIMITS, paragraph } from '@repairline/contracts/texts/text';
import { useCallback } from 'react';
import { z } from 'zod';
import { isCallError } from '../../api/call-error';
import { useLazyDeviceQuery, useLogRepairMutation } from '../../api/calls/devices';
import { useTakeInDeviceMutation } from './intake-api';
import { technicianOf } from './take-in';

export const quickIntake = z.object({
  barcodeNumber: assetNumber,
  school: z.string().min(1, 'School is required'),
  studentName: line('Student Name', LIMITS.name),
  issue: z.string().trim().min(1, 'Issue description is required').pipe(paragraph('Issue description', LIMITS.issue)),
  priority,
});
type QuickIntake = z.infer<typeof quickIntake>;

/** Takes in an unknown device; for a known one, adds the issue to its timeline. Either way, one entry is created. */
export function useQuickIntake(user: SignedInUser) {
  const [askForDevice] = useLazyDeviceQuery();
  const [takeInDevice] = useTakeInDeviceMutation();
  const [logRepair] = useLogRepairMutation();
  return useCallback(
    async ({ barcodeNumber, school, studentName, issue, priority: chosen }: QuickIntake): Promise<void> => {
      const { data: found, error } = await askForDevice(barcodeNumber);
      const unknown = isCallError(error) && error.status === 404;
      if (error && !unknown) throw error as unknown;
      let device = found;
      if (unknown) {
        const intake = { barcodeNumber, school, studentName: studentName || null, initialIssue: issue };
        device = await takeInDevice({ ...intake, status: 'INTAKE', priority: chosen }).unwrap();
      }
      const body = { issue, technician: technicianOf({}, user), completed: false, priority: chosen };
      await logRepair({ barcodeNumber, deviceId: device?.id, body }).unwrap();
    },
    [askForDevice, logRepair, takeInDevice, user],
  );
}
