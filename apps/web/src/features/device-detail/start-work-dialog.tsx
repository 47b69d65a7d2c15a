import type { SignedInUser } from '@repairline/contracts/identity/views';
import { priority } from '@repairline/contracts/priority';
import type { Device } from '@repairline/contracts/repairs/views';
import { LIMITS, paragraph } from '@repairline/contracts/texts/text';
import { z } from 'zod';
import { useRereadDevice } from '../../api/calls/devices';
import { CommonIssues } from '../../components/forms/common-issues';
import { FieldPair, AreaField, ChoiceField } from '../../components/forms/fields';
import { FormDialog } from '../../components/dialogs/form-dialog';
import { PriorityOptions } from '../../components/forms/priority-options';
import { SchoolOptions } from '../../components/forms/school-options';
import { useForm } from '../../components/forms/use-form';
import { useStartWork } from '../../components/device/use-start-work';
import { changedFields, overSeen } from './changed-fields';

const startOfWork = z.object({
  school: z.string().min(1, 'School is required'),
  initialIssue: z.string().trim().min(1, 'Initial issue is required').pipe(paragraph('Initial issue', LIMITS.issue)),
  priority,
});

/** The reason has already been shown; typed text stays. */
class NotStarted extends Error {}

interface StartWorkDialogProps {
  device: Device;
  user: SignedInUser;
  onClose: () => void;
}

const shownAtStart = ({ school, highestPriority }: Device) => ({ school, priority: `${highestPriority}` });
const issueAtStart = ({ initialIssue, latestIssue }: Device) => initialIssue || latestIssue;

export function StartWorkDialog({ device, user, onClose }: StartWorkDialogProps) {
  const startWork = useStartWork(user);
  // Sent only if changed: a school that is no longer in the directory would be refused, and a priority raised by an
  // entry would be stored as an explicit choice.
  const shown = shownAtStart(device);
  const reread = useRereadDevice(device.barcodeNumber);
  const form = useForm({
    schema: startOfWork,
    initial: { ...shown, initialIssue: issueAtStart(device) },
    draft: `start-work ${device.id}`,
    draftUntil: 'left',
    async reread() {
      const now = await reread();
      return { ...shownAtStart(now), initialIssue: issueAtStart(now) };
    },
    async onSubmit({ initialIssue, ...chosen }) {
      const changes = { initialIssue, ...changedFields(shown, chosen) };
      if (!(await startWork(device, overSeen(device, changes)))) throw new NotStarted();
    },
    onSent: onClose,
    onFail: () => undefined,
  });
  return (
    <FormDialog title="Start Work" submit="Start Work" pendingSubmit="Starting..." form={form} onClose={onClose}>
      <FieldPair>
        <ChoiceField form={form} name="school" label="School" required>
          <SchoolOptions first={{ value: '', text: 'Select school' }} chosen={device.school} />
        </ChoiceField>
        <ChoiceField form={form} name="priority" label="Priority" required>
          <PriorityOptions />
        </ChoiceField>
      </FieldPair>
      <AreaField form={form} name="initialIssue" label="Initial Issue" required />
      <CommonIssues text={form.values.initialIssue} onChange={(text) => form.set('initialIssue', text)} />
    </FormDialog>
  );
}
