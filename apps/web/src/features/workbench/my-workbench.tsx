import { makeStyles, tokens } from '@fluentui/react-components';
import { Toolbox32Regular } from '@fluentui/react-icons/svg/toolbox';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { Page, PageHead } from '../../components/page/page';
import { Panel } from '../../components/page/panel';
import { EmptyState, ErrorState } from '../../components/page/states';
import { useOnNewDay } from '../../components/time/use-on-new-day';
import { AssignmentsTable } from './assignments-table';
import { type Load, useAssignmentsQuery, useCompletionsQuery } from './workbench-api';
import { WorkbenchCards } from './workbench-cards';

const FRESH = { refetchOnMountOrArgChange: true };

const useStyles = makeStyles({
  title: {
    margin: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
});

/** A person's assignments and how much they get done. */
export function MyWorkbench({ user }: { user: SignedInUser }) {
  const styles = useStyles();
  const assignments = useAssignmentsQuery(user.email, FRESH);
  const completions = useCompletionsQuery(user.email, FRESH);
  // The 28 days have moved on.
  useOnNewDay(() => void completions.refetch());
  return (
    <Page title="My Workbench">
      <PageHead title="My Workbench" subtitle={`Logged in as ${user.name || user.email}`} />
      <WorkbenchCards assignments={assignments} completions={completions} />
      <Panel aria-labelledby="assignments-title">
        <h2 id="assignments-title" className={styles.title}>
          My Current Assignments
        </h2>
        <Assignments {...assignments} />
      </Panel>
    </Page>
  );
}

function Assignments({ data: devices, error, refetch }: Load<Device[]>) {
  if (!devices && error)
    return <ErrorState title="Failed to fetch devices" error={error} onRetry={() => void refetch()} />;
  if (!devices || devices.length > 0) return <AssignmentsTable devices={devices} />;
  return (
    <EmptyState title="No devices assigned to you" icon={<Toolbox32Regular />}>
      Devices appear here when you start work on them or they are assigned to you.
    </EmptyState>
  );
}
