import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { z } from 'zod';
import { useLogRepairMutation } from '../../api/calls/devices';
import { AreaField } from '../../components/forms/fields';
import { FormDialog } from '../../components/dialogs/form-dialog';
import { useForm } from '../../components/forms/use-form';
import { useToast } from '../../components/toasts/use-toast';

const work = z.object({ actions: z.string() });

interface CompleteRepairDialogProps {
  device: Device;
  user: SignedInUser;
  onClose: () => void;
}

export function CompleteRepairDialog({ device, user, onClose }: CompleteRepairDialogProps) {
  const { barcodeNumber } = device;
  const [logRepair] = useLogRepairMutation();
  const { toast, failed } = useToast();
  const form = useForm({
    schema: work,
    initial: { actions: '' },
    draft: `complete-repair ${device.id}`,
    async onSubmit({ actions }) {
      const entry = { issueAsLogged: true, actions: actions.trim(), completed: true, comments: null } as const;
      const body = { ...entry, technician: user.email };
      await logRepair({ barcodeNumber, deviceId: device.id, body }).unwrap();
      toast('Repair completed successfully');
    },
    onSent: onClose,
    onFail: (thrown) => failed(thrown, 'Failed to complete repair'),
  });
  return (
    <FormDialog
      title="Complete Repair"
      submit="Complete Repair"
      pendingSubmit="Completing..."
      form={form}
      blocked={form.values.actions.trim() === ''}
      onClose={onClose}
    >
      <div>
        {barcodeNumber} · <bdi>{device.latestIssue || 'No issue recorded'}</bdi>
      </div>
      <AreaField
        form={form}
        name="actions"
        label="Work Performed"
        placeholder="Describe what was done to fix the device..."
        rows={4}
        autoFocus
      />
    </FormDialog>
  );
}
