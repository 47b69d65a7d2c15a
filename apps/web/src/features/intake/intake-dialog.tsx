import { makeStyles, Tab, TabList } from '@fluentui/react-components';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useRef, useState } from 'react';
import { FormDialog } from '../../components/dialogs/form-dialog';
import { useDraft } from '../../components/forms/drafts';
import { numberText } from '../../components/text/number-text';
import { AlreadyInSystem } from './already-in-system';
import { BulkFields } from './bulk-fields';
import { SingleFields } from './single-fields';
import { useBulkIntake } from './use-bulk-intake';
import { SINGLE_DRAFT, useSingleIntake } from './use-single-intake';

const useStyles = makeStyles({
  panel: { display: 'contents' },
});

export function IntakeDialog({ user, onClose }: { user: SignedInUser; onClose: () => void }) {
  const styles = useStyles();
  const [tab, setTab] = useState<'single' | 'bulk'>('single');
  const panel = useRef<HTMLDivElement>(null);
  const device = useDraft(SINGLE_DRAFT);
  const bulk = useBulkIntake(() => {
    // An import may take minutes, in which somebody types in a single device.
    if (!device.kept()) onClose();
  });
  const { form, existing, forget } = useSingleIntake(user, (isEmptied) => {
    // Closing would end an import that is under way.
    if (!bulk.form.pendingNow()) onClose();
    // The next scan belongs in the emptied form, not on the button.
    else if (isEmptied) panel.current?.querySelector<HTMLElement>('[data-scanned]')?.focus();
  });

  if (existing) return <AlreadyInSystem device={existing} onCancel={forget} onLeave={form.reset} />;
  const single = tab === 'single';
  return (
    <FormDialog
      title="Add to Intake"
      submit={single ? 'Add to Intake' : `Add ${numberText(bulk.parsed.length)} to Intake`}
      pendingSubmit="Adding..."
      form={single ? form : bulk.form}
      onClose={onClose}
    >
      <TabList
        size="small"
        aria-label="Ways to add devices"
        selectedValue={tab}
        onTabSelect={(_, { value }) => setTab(value === 'bulk' ? 'bulk' : 'single')}
      >
        <Tab id="single-tab" value="single" aria-controls="intake-panel">
          Single Device
        </Tab>
        <Tab id="bulk-tab" value="bulk" aria-controls="intake-panel">
          Bulk Import
        </Tab>
      </TabList>
      <div ref={panel} id="intake-panel" role="tabpanel" aria-labelledby={`${tab}-tab`} className={styles.panel}>
        {single ? <SingleFields form={form} /> : <BulkFields bulk={bulk} />}
      </div>
    </FormDialog>
  );
}
