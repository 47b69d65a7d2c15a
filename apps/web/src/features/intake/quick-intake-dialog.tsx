import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useDistrictQuery } from '../../api/account';
import { CommonIssues } from '../../components/forms/common-issues';
import { FieldPair } from '../../components/forms/field-pair';
import { AreaField, ChoiceField, TextField } from '../../components/forms/fields';
import { FormDialog } from '../../components/dialogs/form-dialog';
import { PriorityOptions } from '../../components/forms/priority-options';
import { useForm } from '../../components/forms/use-form';
import { LoadingOverlay } from '../../components/loading';
import { useToast } from '../../components/toasts/use-toast';
import { quickIntakeSchools, type SchoolChoice } from './quick-intake-schools';
import { quickIntake, useQuickIntake } from './use-quick-intake';

interface QuickIntakeDialogProps {
  user: SignedInUser;
  onClose: () => void;
}

export function QuickIntakeDialog(props: QuickIntakeDialogProps) {
  const { data: district, error } = useDistrictQuery();
  return district || error ? (
    <QuickIntakeForm {...props} schools={quickIntakeSchools(district?.schools ?? [])} />
  ) : (
    <LoadingOverlay />
  );
}

function QuickIntakeForm({ user, onClose, schools }: QuickIntakeDialogProps & { schools: readonly SchoolChoice[] }) {
  const { toast, failed } = useToast();
  const takeIn = useQuickIntake(user);
  const form = useForm({
    schema: quickIntake,
    initial: { barcodeNumber: '', school: schools[0]?.code ?? '', studentName: '', issue: '', priority: 'Medium' },
    draft: 'quick-intake',
    draftUntil: 'left',
    async onSubmit(typed) {
      await takeIn(typed);
      toast('Quick Intake Successful', 'Device and repair log created successfully');
    },
    onSent: onClose,
    onFail: (thrown) => failed(thrown, 'Failed to create repair log'),
  });
  return (
    <FormDialog title="Quick Intake" submit="Create Intake" pendingSubmit="Processing..." form={form} onClose={onClose}>
      <FieldPair>
        <TextField form={form} name="barcodeNumber" label="Asset Number" required scanned />
        <ChoiceField form={form} name="school" label="School" required scansInto="barcodeNumber">
          {schools.map(({ code, text }) => (
            <option key={code} value={code}>
              {text}
            </option>
          ))}
        </ChoiceField>
      </FieldPair>
      <FieldPair>
        <TextField form={form} name="studentName" label="Student Name (Optional)" autoCapitalize="words" />
        <ChoiceField form={form} name="priority" label="Priority Level" required>
          <PriorityOptions />
        </ChoiceField>
      </FieldPair>
      <AreaField form={form} name="issue" label="Issue Description" required rows={2} />
      <CommonIssues text={form.values.issue} onChange={(text) => form.set('issue', text)} />
    </FormDialog>
  );
}
