import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { LIMITS, paragraph } from '@repairline/contracts/texts/text';
import { z } from 'zod';
import { namedIssue } from '../../components/device/current-repair';
import { useLogRepairMutation } from '../../api/calls/devices';
import { AreaField } from '../../components/forms/fields';
import { FormDialog } from '../../components/dialogs/form-dialog';
import { useForm } from '../../components/forms/use-form';
import { useToast } from '../../components/toasts/use-toast';

const completion = z.object({
  actions: z.string().trim().min(1, 'Actions taken are required').pipe(paragraph('Actions', LIMITS.remarks)),
  comments: paragraph('Comments', LIMITS.remarks),
});

interface QuickCompleteDialogProps {
  device: Device;
  user: SignedInUser;
  onClose: () => void;
}

export function QuickCompleteDialog({ device, user, onClose }: QuickCompleteDialogProps) {
  const { barcodeNumber } = device;
  const [logRepair] = useLogRepairMutation();
  const { toast, failed } = useToast();
  const form = useForm({
    schema: completion,
    initial: { actions: '', comments: '' },
    draft: `quick-complete ${device.id}`,
    async onSubmit({ actions, comments }) {
      const body = {
        issue: namedIssue(device.latestIssue, device.initialIssue),
        actions,
        technician: user.email,
        completed: true,
        comments: comments || null,
      };
      await logRepair({ barcodeNumber, deviceId: device.id, body }).unwrap();
      toast('Repair Completed');
    },
    onSent: onClose,
    onFail: (thrown) => failed(thrown, 'Failed to complete repair'),
  });
  return (
    <FormDialog
      title="Quick Complete"
      submit="Complete Repair"
      pendingSubmit="Completing..."
      form={form}
      onClose={onClose}
    >
      <AreaField form={form} name="actions" label="Actions Taken" required rows={4} autoFocus />
      <AreaField form={form} name="comments" label="Comments (optional)" rows={2} />
    </FormDialog>
  );
}
