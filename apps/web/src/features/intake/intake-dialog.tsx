import type { SignedInUser } from '@repairline/contracts/identity/views';
import { intake } from '@repairline/contracts/repairs/commands';
import type { Device } from '@repairline/contracts/repairs/views';
import { useState } from 'react';
import { useTechniciansQuery } from '../../api/account';
import { CommonIssues } from '../../components/forms/common-issues';
import { FieldPair } from '../../components/forms/field-pair';
import { AreaField, ChoiceField, TextField } from '../../components/forms/fields';
import { FormDialog } from '../../components/forms/form-dialog';
import { SchoolOptions } from '../../components/forms/school-options';
import { TechnicianOptions } from '../../components/forms/technician-options';
import { useForm } from '../../components/forms/use-form';
import { useToast } from '../../components/toasts/use-toast';
import { AlreadyInSystem } from './already-in-system';
import { deviceInRepair, useTakeIn } from './take-in';

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

export function IntakeDialog({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const { data: technicians = [] } = useTechniciansQuery();
  const { toast, failed } = useToast();
  const takeIn = useTakeIn(user);
  const [existing, setExisting] = useState<Device>();
  const form = useForm({
    schema: intake,
    initial,
    draft: 'intake',
    async onSubmit(device) {
      const logged = await takeIn({ ...device, status: 'INTAKE' });
      if (logged) toast('Device added to intake successfully');
      else failed(undefined, 'Device added to intake, but: Failed to create repair log');
      onClose();
    },
    onFail(thrown) {
      const device = deviceInRepair(thrown);
      if (device) setExisting(device);
      else failed(thrown, 'Failed to add device to intake');
    },
  });

  if (existing)
    return <AlreadyInSystem device={existing} onCancel={() => setExisting(undefined)} onLeave={form.reset} />;
  return (
    <FormDialog
      title="Add to Intake"
      submit="Add to Intake"
      pendingSubmit="Adding..."
      pending={form.pending}
      onSubmit={(event) => void form.submit(event)}
      onClose={onClose}
    >
      <FieldPair>
        <TextField form={form} name="barcodeNumber" label="Asset Number" required autoFocus scanned />
        <ChoiceField form={form} name="school" label="School" required>
          <SchoolOptions first={{ value: '', text: 'Select school' }} />
        </ChoiceField>
      </FieldPair>
      <FieldPair>
        <TextField form={form} name="model" label="Model (optional)" />
        <ChoiceField form={form} name="priority" label="Priority" required>
          <option value="Low">Low</option>
          <option value="Medium">Medium</option>
          <option value="High">High</option>
        </ChoiceField>
      </FieldPair>
      <FieldPair>
        <ChoiceField form={form} name="assignedTo" label="Assigned To">
          <TechnicianOptions technicians={technicians} />
        </ChoiceField>
        <TextField form={form} name="studentName" label="Student Name (optional)" />
      </FieldPair>
      <AreaField form={form} name="initialIssue" label="Initial Issue (optional)" rows={2} />
      <CommonIssues text={form.values.initialIssue} onChange={(text) => form.set('initialIssue', text)} />
      <AreaField form={form} name="notes" label="Notes" rows={2} />
    </FormDialog>
  );
}
