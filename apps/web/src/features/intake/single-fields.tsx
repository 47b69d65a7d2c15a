import { CommonIssues } from '../../components/forms/common-issues';
import { FieldPair, AreaField, ChoiceField, TextField } from '../../components/forms/fields';
import { PriorityOptions } from '../../components/forms/priority-options';
import { SchoolOptions } from '../../components/forms/school-options';
import { TechnicianField } from '../../components/forms/technician-field';
import type { SingleForm } from './use-single-intake';

export function SingleFields({ form }: { form: SingleForm }) {
  return (
    <>
      <FieldPair>
        <TextField form={form} name="barcodeNumber" label="Asset Number" required autoFocus scanned />
        <ChoiceField form={form} name="school" label="School" required scansInto="barcodeNumber">
          <SchoolOptions first={{ value: '', text: 'Select school' }} />
        </ChoiceField>
      </FieldPair>
      <FieldPair>
        <TextField form={form} name="model" label="Model (optional)" />
        <ChoiceField form={form} name="priority" label="Priority" required>
          <PriorityOptions />
        </ChoiceField>
      </FieldPair>
      <FieldPair>
        <TechnicianField form={form} name="assignedTo" label="Assigned To" />
        <TextField form={form} name="studentName" label="Student Name (optional)" autoCapitalize="words" />
      </FieldPair>
      <AreaField form={form} name="initialIssue" label="Initial Issue (optional)" rows={2} />
      <CommonIssues text={form.values.initialIssue} onChange={(text) => form.set('initialIssue', text)} />
      <AreaField form={form} name="notes" label="Notes" rows={2} />
    </>
  );
}
