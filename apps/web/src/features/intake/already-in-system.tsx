import { Button, makeStyles, tokens } from '@fluentui/react-components';
import type { Device } from '@repairline/contracts/repairs/views';
import { deviceAddress } from '../../components/device/device-address';
import { LinkButton } from '../../components/page/link-button';
import { MessageDialog } from '../../components/dialogs/message-dialog';
import { StatusBadge } from '../../components/device/device-badges';

const useStyles = makeStyles({
  facts: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    margin: `${tokens.spacingVerticalM} 0 0`,
    alignItems: 'center',
  },
  term: { color: tokens.colorNeutralForeground3 },
  fact: { margin: 0, overflowWrap: 'anywhere' },
});

interface AlreadyInSystemProps {
  device: Device;
  onCancel: () => void;
  onLeave: () => void;
}

/** Replaces the intake form if the device is already in repair. */
export function AlreadyInSystem({ device, onCancel, onLeave }: AlreadyInSystemProps) {
  const styles = useStyles();
  return (
    <MessageDialog
      title="Device Already in System"
      onClose={onCancel}
      actions={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <LinkButton to={deviceAddress(device.barcodeNumber)} appearance="primary" onLeave={onLeave}>
            View Device & Start Work
          </LinkButton>
        </>
      }
    >
      {device.barcodeNumber} has already been taken in, and its repair is not finished.
      <dl className={styles.facts}>
        <dt className={styles.term}>Status</dt>
        <dd className={styles.fact}>
          <StatusBadge status={device.status} />
        </dd>
        <dt className={styles.term}>Assigned To</dt>
        <dd className={styles.fact}>{device.assignedTo || 'Unassigned'}</dd>
      </dl>
    </MessageDialog>
  );
}
