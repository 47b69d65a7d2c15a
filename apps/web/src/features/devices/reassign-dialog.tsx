import type { Technician } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { z } from 'zod';
import { useTechnicians } from '../../api/calls/account';
import { useChangeDeviceMutation, useRereadDevice } from '../../api/calls/devices';
import { FormDialog } from '../../components/dialogs/form-dialog';
import { assigneeValue, TechnicianField } from '../../components/forms/technician-field';
import { useForm } from '../../components/forms/use-form';
import { LoadingOverlay } from '../../components/page/loading';
import { useToast } from '../../components/toasts/use-toast';

const choice = z.object({ assignedTo: z.string() });

interface ReassignDialogProps {
  device: Device;
  onClose: () => void;
}

export function ReassignDialog(props: ReassignDialogProps) {
  const { data: technicians, error } = useTechnicians();
  return technicians || error ? <ReassignForm {...props} technicians={technicians ?? []} /> : <LoadingOverlay />;
}

function ReassignForm({ device, onClose, technicians }: ReassignDialogProps & { technicians: Technician[] }) {
  const [changeDevice] = useChangeDeviceMutation();
  const { toast, failed } = useToast();
  const { id: deviceId, barcodeNumber, assigneeId } = device;
  const reread = useRereadDevice(barcodeNumber);
  const form = useForm({
    schema: choice,
    initial: { assignedTo: assigneeValue(device, technicians) },
    draft: `reassign ${deviceId}`,
    draftUntil: 'left',
    reread: async () => ({ assignedTo: assigneeValue(await reread(), technicians) }),
    async onSubmit(choice) {
      const body = { ...choice, expected: { assigneeId } };
      await changeDevice({ barcodeNumber, deviceId, body }).unwrap();
      toast('Device assigned successfully');
    },
    onSent: onClose,
    onFail: (thrown) => failed(thrown, 'Failed to update device'),
  });
  return (
    <FormDialog
      title={`Reassign ${barcodeNumber}`}
      submit="Reassign"
      pendingSubmit="Reassigning..."
      form={form}
      onClose={onClose}
    >
      <TechnicianField form={form} name="assignedTo" label="Technician" device={device} />
    </FormDialog>
  );
}
