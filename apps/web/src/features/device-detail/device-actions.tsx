import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Archive20Regular } from '@fluentui/react-icons/svg/archive';
import { ArrowUndo20Regular } from '@fluentui/react-icons/svg/arrow-undo';
import { CheckmarkCircle20Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { Edit20Regular } from '@fluentui/react-icons/svg/edit';
import { Wrench20Regular } from '@fluentui/react-icons/svg/wrench';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { useState } from 'react';
import { useScrapDeviceMutation } from '../../api/calls/devices';
import { ignoreDoubleClick } from '../../components/input/ignore-double-click';
import { lateDialog } from '../../components/late/late-part';
import { useToast } from '../../components/toasts/use-toast';
import { useIsLabelTooNew } from '../../components/input/use-is-label-too-new';

const EditDialog = lateDialog(() => import('./edit-dialog').then(({ EditDialog }) => EditDialog));
const StartWorkDialog = lateDialog(() => import('./start-work-dialog').then(({ StartWorkDialog }) => StartWorkDialog));
const QuickCompleteDialog = lateDialog(() =>
  import('./quick-complete-dialog').then(({ QuickCompleteDialog }) => QuickCompleteDialog),
);

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
  action: { flexGrow: 1, whiteSpace: 'nowrap' },
  // No border: alone on a line, its text aligns with the other lines.
  scrap: { whiteSpace: 'nowrap' },
});

export function DeviceActions({ device, user }: { device: Device; user: SignedInUser }) {
  const styles = useStyles();
  const [dialog, setDialog] = useState<'edit' | 'start' | 'complete'>();
  const close = () => setDialog(undefined);
  return (
    <div className={styles.actions}>
      {device.status === 'INTAKE' && (
        <Button
          className={styles.action}
          appearance="primary"
          icon={<Wrench20Regular />}
          onClick={() => setDialog('start')}
        >
          Start Work
        </Button>
      )}
      {device.status === 'IN_PROGRESS' && (
        <Button
          className={styles.action}
          appearance="primary"
          icon={<CheckmarkCircle20Regular />}
          onClick={() => setDialog('complete')}
        >
          Quick Complete
        </Button>
      )}
      <Button className={styles.action} icon={<Edit20Regular />} onClick={() => setDialog('edit')}>
        Edit Device
      </Button>
      {user.role === 'Admin' && <ScrapButton device={device} />}
      {dialog === 'edit' && <EditDialog device={device} onClose={close} />}
      {dialog === 'start' && <StartWorkDialog device={device} user={user} onClose={close} />}
      {dialog === 'complete' && <QuickCompleteDialog device={device} user={user} onClose={close} />}
    </div>
  );
}

/** For Admins: takes a device out of use, or back into it. */
function ScrapButton({ device }: { device: Device }) {
  const styles = useStyles();
  const [scrapDevice, { isLoading }] = useScrapDeviceMutation();
  const { toast, failed } = useToast();
  const scrapped = device.status === 'PARTS';
  const text = scrapped ? 'Restore Device' : 'Deprovision Device';
  const isLabelTooNew = useIsLabelTooNew(text);
  const turn = async () => {
    try {
      await scrapDevice({
        barcodeNumber: device.barcodeNumber,
        deviceId: device.id,
        body: { scrap: !scrapped },
      }).unwrap();
      toast(scrapped ? 'Device restored successfully' : 'Device deprovisioned');
    } catch (thrown) {
      failed(thrown, 'Operation failed');
    }
  };
  return (
    <Button
      className={styles.scrap}
      appearance="subtle"
      icon={scrapped ? <ArrowUndo20Regular /> : <Archive20Regular />}
      disabledFocusable={isLoading || isLabelTooNew}
      onClick={ignoreDoubleClick(turn)}
    >
      {text}
    </Button>
  );
}
