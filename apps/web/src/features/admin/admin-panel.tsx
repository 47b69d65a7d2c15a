import { HeartPulse20Regular } from '@fluentui/react-icons/svg/heart-pulse';
import { LinkButton } from '../../components/page/link-button';
import { AdminCard, useControlStyles } from './admin-card';
import { makeStyles, tokens } from '@fluentui/react-components';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { DeviceStatTiles } from '../../components/device/device-stats';
import { notPrinted } from '../../components/page/use-is-printed';
import { Page, PageHead } from '../../components/page/page';
import { DeviceActionsCard } from './device-actions-card';
import { ExportCard } from './export-card';
import { UserManagement } from './user-management';

const useStyles = makeStyles({
  cards: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))',
    gap: tokens.spacingHorizontalM,
    ...notPrinted,
  },
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
});

export function AdminPanel({ user }: { user: SignedInUser }) {
  const styles = useStyles();
  return (
    <Page title="Admin Panel">
      <PageHead title="Admin Panel" />
      <DeviceStatTiles role={user.role} />
      <div className={styles.cards}>
        <ExportCard />
        <DeviceActionsCard />
        <AdminCard title="System Stats">
          <p className={styles.text}>
            The counts above cover all devices of the district and update as changes happen. Turnaround, common issues
            and workload are on the Analytics screen; repairs to bill are under Completed Repairs.
          </p>
        </AdminCard>
        <StatusCard />
      </div>
      <UserManagement user={user} />
    </Page>
  );
}

export function StatusCard() {
  const styles = useControlStyles();
  return (
    <AdminCard title="System Status">
      <p className={styles.text}>Shows whether every service is working and whether the lists are up to date.</p>
      <div className={styles.line}>
        <LinkButton to="/admin/status" icon={<HeartPulse20Regular />} className={styles.button}>
          Open System Status
        </LinkButton>
      </div>
    </AdminCard>
  );
}
