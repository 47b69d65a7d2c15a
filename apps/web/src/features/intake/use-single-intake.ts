import type { SignedInUser } from '@repairline/contracts/identity/views';
import { intakeForm } from '@repairline/contracts/repairs/requests';
import type { Device } from '@repairline/contracts/repairs/views';
import { useState } from 'react';
import { messageOf } from '../../api/call-error';
import { useForm } from '../../components/forms/use-form';
import { useToast } from '../../components/toasts/use-toast';
import { deviceInRepair, useTakeIn } from './take-in';

/** Where the text typed in the form for one device is kept. */
export const SINGLE_DRAFT = 'intake';

const initial = {
  barcodeNumber: '',
  school: '',
  model: '',
  priority: 'Medium',
  assignedTo: '',
  studentName: '',
  initialIssue: '',
  notes: '',
};

export type SingleForm = ReturnType<typeof useSingleIntake>['form'];

/**
 * The form for one device, and the device if it turns out to be in repair already. Once the form is sent it is empty,
 * unless more has been typed in the meantime.
 */
export function useSingleIntake(user: SignedInUser, onDone: (isEmptied: boolean) => void) {
  const { toast, failed } = useToast();
  const takeIn = useTakeIn(user);
  const [existing, setExisting] = useState<Device>();
  const form = useForm({
    schema: intakeForm,
    initial,
    draft: SINGLE_DRAFT,
    async onSubmit(device) {
      const logError = await takeIn({ ...device, status: 'INTAKE' });
      if (!logError) toast('Device added to intake successfully');
      else failed(undefined, `Device added to intake, but: ${messageOf(logError, 'Failed to create repair log')}`);
    },
    onSent() {
      onDone(form.valuesNow().barcodeNumber === '');
    },
    onFail(thrown, isLeft) {
      const device = deviceInRepair(thrown);
      if (device && !isLeft) setExisting(device);
      else failed(thrown, 'Failed to add device to intake');
    },
  });
  return { form, existing, forget: () => setExisting(undefined) };
}
