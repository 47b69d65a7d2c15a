import { builtInSchools, type School } from '@repairline/contracts/district';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useDistrictQuery } from '../../api/calls/account';
import { CommonIssues } from '../../components/forms/common-issues';
import { FieldPair, AreaField, ChoiceField, TextField } from '../../components/forms/fields';
import { FormDialog } from '../../components/dialogs/form-dialog';
import { PriorityOptions } from '../../components/forms/priority-options';
import { useForm } from '../../components/forms/use-form';
import { LoadingOverlay } from '../../components/page/loading';
import { useToast } from '../../components/toasts/use-toast';
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

export interface SchoolChoice {
  code: string;
  text: string;
}

const byLevel: readonly SchoolChoice[] = [
  { code: 'HS', text: 'High School (HS)' },
  { code: 'MS', text: 'Middle School (MS)' },
  { code: 'N/A', text: 'N/A' },
];

/**
 * By level if the directory is the built-in one; a district with its own directory gets its own schools. The first is
 * the default.
 */
export function quickIntakeSchools(schools: readonly School[]): readonly SchoolChoice[] {
  if (isBuiltIn(schools)) return byLevel;
  return schools.map(({ code, name }) => ({ code, text: code === name ? code : `${name} (${code})` }));
}

function isBuiltIn(schools: readonly School[]): boolean {
  return (
    schools.length === builtInSchools.length &&
    schools.every(({ code, name }, at) => code === builtInSchools[at]?.code && name === builtInSchools[at].name)
  );
}
