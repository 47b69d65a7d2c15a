import { makeStyles, tokens } from '@fluentui/react-components';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { DeviceStatTiles } from '../../components/device/device-stats';
import { notPrinted } from '../../components/not-printed';
import { Page, PageHead } from '../../components/page';
import { AdminCard } from './admin-card';
import { DeviceActionsCard } from './device-actions-card';
import { ExportCard } from './export-card';
import { StatusCard } from './status-card';
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
