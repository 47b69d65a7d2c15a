import type { Technician } from '@repairline/contracts/identity/views';
import { deviceChanges, type DeviceChanges } from '@repairline/contracts/repairs/requests';
import type { Device } from '@repairline/contracts/repairs/views';
import { useTechnicians } from '../../api/calls/account';
import { notifyRenumbered } from '../../api/calls/device-changes';
import { useChangeDeviceMutation, useRereadDevice } from '../../api/calls/devices';
import { FormDialog } from '../../components/dialogs/form-dialog';
import { FieldPair, AreaField, ChoiceField, TextField } from '../../components/forms/fields';
import { PriorityOptions } from '../../components/forms/priority-options';
import { SchoolOptions } from '../../components/forms/school-options';
import { assigneeValue, TechnicianField } from '../../components/forms/technician-field';
import { useForm } from '../../components/forms/use-form';
import type { FieldTexts } from '../../components/forms/use-warnings';
import { LoadingOverlay } from '../../components/page/loading';
import { useToast } from '../../components/toasts/use-toast';
import { changedFields, overSeen } from './changed-fields';

interface EditDialogProps {
  device: Device;
  onClose: () => void;
}

export function EditDialog(props: EditDialogProps) {
  const { data: technicians, error } = useTechnicians();
  return technicians || error ? <EditForm {...props} technicians={technicians ?? []} /> : <LoadingOverlay />;
}

function EditForm({ device, onClose, technicians }: EditDialogProps & { technicians: Technician[] }) {
  const [changeDevice] = useChangeDeviceMutation();
  const { toast, failed } = useToast();
  const { barcodeNumber } = device;
  const reread = useRereadDevice(barcodeNumber);
  const initial = asForm(device, technicians);
  const form = useForm<typeof initial, DeviceChanges>({
    schema: deviceChanges,
    initial,
    draft: `edit-device ${device.id}`,
    draftUntil: 'left',
    ask: ({ barcodeNumber: to }) => whetherToRenumber(barcodeNumber, to.trim()),
    reread: async () => asForm(await reread(), technicians),
    async onSubmit(typed) {
      const changes = changedFields(initial, typed);
      if (Object.keys(changes).length > 0) {
        const body = overSeen(device, changes);
        const changed = await changeDevice({ barcodeNumber, deviceId: device.id, body }).unwrap();
        if (changed.barcodeNumber !== barcodeNumber) notifyRenumbered(barcodeNumber, changed.barcodeNumber);
      }
      toast('Device updated successfully');
    },
    onSent: onClose,
    onFail: (thrown) => failed(thrown, 'Failed to update device'),
  });
  return (
    <FormDialog
      title="Edit Device Information"
      submit="Save Changes"
      pendingSubmit="Saving..."
      form={form}
      beginsAtTitle
      onClose={onClose}
    >
      <FieldPair>
        <TextField form={form} name="barcodeNumber" label="Asset Number" required scanned />
        <ChoiceField form={form} name="school" label="School" required scansInto="barcodeNumber">
          <SchoolOptions chosen={device.school} />
        </ChoiceField>
      </FieldPair>
      <FieldPair>
        <TextField form={form} name="model" label="Model" />
        <ChoiceField form={form} name="priority" label="Priority">
          <PriorityOptions />
        </ChoiceField>
      </FieldPair>
      <FieldPair>
        <TechnicianField form={form} name="assignedTo" label="Assigned To" device={device} />
        <TextField form={form} name="studentName" label="Student Name" autoCapitalize="words" />
      </FieldPair>
      <AreaField form={form} name="initialIssue" label="Initial Issue" rows={2} />
      <AreaField form={form} name="notes" label="Notes" />
    </FormDialog>
  );
}

function whetherToRenumber(from: string, to: string): FieldTexts {
  return from === to ? {} : { barcodeNumber: `${from} → ${to}: save again to renumber this device.` };
}

function asForm(device: Device, technicians: Technician[]) {
  const { barcodeNumber, school, model, studentName, initialIssue, notes } = device;
  // The priority shown everywhere else: an entry may have raised it, and choosing a lower one lowers that too.
  const priority: string = device.highestPriority;
  const assignedTo = assigneeValue(device, technicians);
  return { barcodeNumber, school, model, priority, assignedTo, studentName: studentName ?? '', initialIssue, notes };
}
