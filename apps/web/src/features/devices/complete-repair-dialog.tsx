import type { SignedInUser } from '@repairline/contracts/identity/views';
import { REPAIR_COMPLETED } from '@repairline/contracts/issues';
import type { Device } from '@repairline/contracts/repairs/views';
import { z } from 'zod';
import { firstUncompletedLog, namedIssue } from '../../api/current-repair';
import { useLazyDeviceLogsQuery, useLazyDeviceQuery, useLogRepairMutation } from '../../api/devices';
import { AreaField } from '../../components/forms/fields';
import { FormDialog } from '../../components/dialogs/form-dialog';
import { useForm } from '../../components/forms/use-form';
import { useToast } from '../../components/toasts/use-toast';

const work = z.object({ actions: z.string() });

/** Typed text stays: the repair may appear in a moment. */
class NothingToComplete extends Error {}

interface CompleteRepairDialogProps {
  device: Device;
  user: SignedInUser;
  onClose: () => void;
}

export function CompleteRepairDialog({ device, user, onClose }: CompleteRepairDialogProps) {
  const { barcodeNumber } = device;
  const [askForDevice] = useLazyDeviceQuery();
  const [askLogs] = useLazyDeviceLogsQuery();
  const [logRepair] = useLogRepairMutation();
  const { toast, failed } = useToast();
  const form = useForm({
    schema: work,
    initial: { actions: '' },
    draft: `complete-repair ${device.id}`,
    async onSubmit({ actions }) {
      // The given device may have left the list and been completed by someone else; the server knows.
      const asked = [askLogs(barcodeNumber).unwrap(), askForDevice(barcodeNumber).unwrap()] as const;
      const [logs, { status, latestIssue, initialIssue }] = await Promise.all(asked);
      const log = firstUncompletedLog(logs, status);
      if (!log) throw new NothingToComplete();
      const body = {
        issue: namedIssue(log.issue, latestIssue, initialIssue),
        actions: actions.trim() || REPAIR_COMPLETED,
        technician: user.email,
        completed: true,
        comments: null,
      };
      await logRepair({ barcodeNumber, deviceId: device.id, body }).unwrap();
      toast('Repair completed successfully');
    },
    onSent: onClose,
    onFail: (thrown) =>
      failed(
        thrown,
        thrown instanceof NothingToComplete ? 'No active repairs to complete' : 'Failed to complete repair',
      ),
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
