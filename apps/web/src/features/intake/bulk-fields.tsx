import { Button, Field, makeStyles, ProgressBar, Textarea } from '@fluentui/react-components';
import { FieldPair, assetNumberTyping, ChoiceField, TextField } from '../../components/forms/fields';
import { PriorityOptions } from '../../components/forms/priority-options';
import { SchoolOptions } from '../../components/forms/school-options';
import { TechnicianField } from '../../components/forms/technician-field';
import { numberText } from '../../components/text/number-text';
import { NOBODY } from './bulk';
import { BulkPreview, BulkResults } from './bulk-lists';
import type { BulkForm } from './use-bulk-intake';

const useStyles = makeStyles({
  area: { '& textarea': { minHeight: '120px', fontVariantNumeric: 'tabular-nums' } },
  parse: { justifySelf: 'start' },
});

export function BulkFields({ bulk }: { bulk: BulkForm }) {
  const styles = useStyles();
  const { form, parsed, repeated, results, progress } = bulk;
  return (
    <>
      <FieldPair>
        <ChoiceField form={form} name="school" label="School" required>
          <SchoolOptions first={{ value: '', text: 'Select school' }} />
        </ChoiceField>
        <TextField form={form} name="model" label="Model" />
      </FieldPair>
      <FieldPair>
        <ChoiceField form={form} name="priority" label="Priority" required>
          <PriorityOptions />
        </ChoiceField>
        <TechnicianField form={form} name="assignedTo" label="Assign To" nobody={NOBODY} />
      </FieldPair>
      <Field label="Asset Numbers" hint="One per line. Parse again after a change." required>
        <Textarea
          className={styles.area}
          resize="vertical"
          textarea={assetNumberTyping}
          value={form.values.text}
          onChange={(_, { value }) => bulk.type(value)}
        />
      </Field>
      <Button className={styles.parse} onClick={bulk.parse}>
        Parse Assets
      </Button>
      {parsed.length > 0 && results.length === 0 && <BulkPreview assets={parsed} repeated={repeated} />}
      {progress !== undefined && (
        <Field
          role="status"
          validationState="none"
          validationMessage={`Adding ${numberText(progress.through)} of ${numberText(progress.of)}...`}
        >
          <ProgressBar aria-label="Import" value={progress.through} max={progress.of} />
        </Field>
      )}
      {results.length > 0 && <BulkResults results={results} />}
    </>
  );
}
