import { Button, Checkbox, makeStyles, tokens } from '@fluentui/react-components';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { repairEntry } from '@repairline/contracts/repairs/requests';
import type { Device } from '@repairline/contracts/repairs/views';
import { useRef } from 'react';
import { useLogRepairMutation } from '../../api/calls/devices';
import { CommonIssues } from '../../components/forms/common-issues';
import { FieldPair, AreaField } from '../../components/forms/fields';
import { TechnicianField } from '../../components/forms/technician-field';
import { useForm } from '../../components/forms/use-form';
import { Panel } from '../../components/page/panel';
import { useToast } from '../../components/toasts/use-toast';

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    padding: tokens.spacingHorizontalXL,
    '@media (max-width: 899px)': { padding: tokens.spacingHorizontalL },
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
  end: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  note: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase300 },
  touch: { '@media (pointer: coarse)': { minHeight: '44px' } },
  box: { alignSelf: 'center' },
});

export function RepairEntryForm({ device, user }: { device: Device; user: SignedInUser }) {
  const styles = useStyles();
  return (
    <Panel className={styles.card} aria-labelledby="entry-title">
      <h2 id="entry-title" className={styles.title}>
        Add Repair Entry
      </h2>
      {device.status === 'PARTS' ? (
        <p className={styles.note}>Device is deprovisioned; an Admin can restore it</p>
      ) : (
        <EntryForm device={device} user={user} />
      )}
    </Panel>
  );
}

function EntryForm({ device, user }: { device: Device; user: SignedInUser }) {
  const styles = useStyles();
  const { barcodeNumber } = device;
  const [logRepair] = useLogRepairMutation();
  const { toast, failed } = useToast();
  const element = useRef<HTMLFormElement>(null);
  const closed = device.status === 'COMPLETED';
  const form = useForm({
    schema: repairEntry,
    initial: blankEntry(user.email),
    draft: `repair-entry ${device.id}`,
    async onSubmit(entry) {
      const focused = document.activeElement;
      const body = { ...entry, comments: entry.comments || null };
      await logRepair({ barcodeNumber, deviceId: device.id, body }).unwrap();
      toast('Repair entry added successfully');
      // The next entry begins with the issue; the focus of a person who has moved on stays where it is.
      if (document.activeElement === focused) element.current?.querySelector('textarea')?.focus();
    },
    onFail: (thrown) => failed(thrown, 'Failed to create repair log'),
  });
  return (
    <form ref={element} className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
      {closed && <p className={styles.note}>The last repair is completed. A new entry opens a new repair.</p>}
      <FieldPair>
        <AreaField form={form} name="issue" label="Issue" required />
        <AreaField form={form} name="actions" label="Actions" />
      </FieldPair>
      <CommonIssues text={form.values.issue} onChange={(text) => form.set('issue', text)} />
      <FieldPair>
        <TechnicianField form={form} name="technician" label="Technician" nobody={null} otherwise={[user]} />
        <AreaField form={form} name="comments" label="Comments (optional)" rows={1} />
      </FieldPair>
      <div className={styles.end}>
        {/* Once ticked, it stays until unticked: a person who meant to complete a repair that others have completed
           learns of it. */}
        {closed && !form.values.completed ? (
          <span />
        ) : (
          <Checkbox
            className={styles.touch}
            label="Completed"
            indicator={{ className: styles.box }}
            checked={form.values.completed}
            onChange={(_, { checked }) => form.set('completed', checked === true)}
          />
        )}
        <Button type="submit" disabledFocusable={form.pending}>
          {form.pending ? 'Adding...' : 'Add Entry'}
        </Button>
      </div>
    </form>
  );
}

function blankEntry(technician: string) {
  const completed: boolean = false;
  return { issue: '', actions: '', technician, completed, comments: '' };
}
