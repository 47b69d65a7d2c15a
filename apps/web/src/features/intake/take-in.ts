import type { SignedInUser } from '@repairline/contracts/identity/views';
import { deviceExistsBody } from '@repairline/contracts/http/bodies';
import type { Intake } from '@repairline/contracts/repairs/requests';
import type { Device } from '@repairline/contracts/repairs/views';
import { useCallback } from 'react';
import { isCallError } from '../../api/call-error';
import { useLogRepairMutation } from '../../api/calls/devices';
import { useTakeInDeviceMutation } from './intake-api';

/** The technician of a device's first log: the assignee, else the person who takes it in. */
export function technicianOf(
  { assignedTo }: { assignedTo?: string | null },
  user: Pick<SignedInUser, 'name' | 'email'>,
): string {
  return assignedTo || user.name || user.email || 'Unknown';
}

/** Takes a device in and, if an issue is given, opens its timeline. Returns the error if only the latter failed. */
export function useTakeIn(user: SignedInUser) {
  const [takeInDevice] = useTakeInDeviceMutation();
  const [logRepair] = useLogRepairMutation();
  return useCallback(
    async (intake: Intake): Promise<unknown> => {
      const device = await takeInDevice(intake).unwrap();
      if (!intake.initialIssue) return undefined;
      const body = {
        issue: intake.initialIssue,
        technician: technicianOf(intake, user),
        completed: false,
        priority: intake.priority,
      };
      const { error } = await logRepair({ barcodeNumber: device.barcodeNumber, deviceId: device.id, body });
      return error;
    },
    [logRepair, takeInDevice, user],
  );
}

/** The device in repair that caused an intake to be refused. */
export function deviceInRepair(thrown: unknown): Device | undefined {
  const refusal = deviceExistsBody.safeParse(isCallError(thrown) ? thrown.body : undefined);
  return refusal.success && refusal.data.type === 'device_exists' ? refusal.data.device : undefined;
}
