import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { Add20Regular } from '@fluentui/react-icons/svg/add';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { lazy, Suspense, useCallback, useState } from 'react';
import { DeviceStatTiles } from '../components/device-stats';
import { Page } from '../components/page';
import { RecentActivity } from '../features/activity/recent-activity';
import { DeviceBrowser } from '../features/devices/device-browser';

const IntakeDialog = lazy(() =>
  import('../features/intake/intake-dialog').then(({ IntakeDialog: component }) => ({ default: component })),
);

const useStyles = makeStyles({
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: tokens.spacingHorizontalM },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
    '@media (max-width: 479px)': { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  },
  add: { flexShrink: 0, '@media (pointer: coarse)': { minHeight: '44px' } },
});

export function DeviceManagement({ user }: { user: SignedInUser }) {
  const styles = useStyles();
  const [adding, setAdding] = useState(false);
  const add = useCallback(() => setAdding(true), []);
  return (
    <Page title="Device Management">
      <div className={styles.head}>
        <h1 className={styles.title}>Device Management</h1>
        <Button className={styles.add} appearance="primary" icon={<Add20Regular />} onClick={add}>
          Add to Intake
        </Button>
      </div>
      <DeviceStatTiles role={user.role} />
      <DeviceBrowser user={user} onAdd={add} beside={<RecentActivity />} />
      <Suspense fallback={null}>{adding && <IntakeDialog user={user} onClose={() => setAdding(false)} />}</Suspense>
    </Page>
  );
}
