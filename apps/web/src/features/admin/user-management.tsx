import { makeStyles, tokens } from '@fluentui/react-components';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useUserAccountsQuery } from '../../api/users-admin';
import { DataTable, SkeletonRows, type Column } from '../../components/data-table';
import { Panel } from '../../components/panel';
import { EmptyState, ErrorState } from '../../components/states';
import { UserRow } from './user-row';

const PLACEHOLDERS = 3;
const columns: readonly Column[] = [
  { name: 'User', width: '24%' },
  { name: 'Email', width: '24%' },
  { name: 'Status', width: '16%' },
  { name: 'Last Login', width: '13%' },
  { name: 'Actions' },
];

const useStyles = makeStyles({
  title: {
    margin: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
});

export function UserManagement({ user }: { user: SignedInUser }) {
  return (
    <Panel aria-label="User Management">
      <h2 className={useStyles().title}>User Management</h2>
      <Users user={user} />
    </Panel>
  );
}

function Users({ user }: { user: SignedInUser }) {
  const { data: accounts, error, refetch } = useUserAccountsQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!accounts && error) {
    return <ErrorState title="Failed to fetch users" error={error} onRetry={() => void refetch()} />;
  }
  if (accounts?.length === 0) {
    return <EmptyState title="No users found">People appear here when they first sign in.</EmptyState>;
  }
  return (
    <DataTable label="Users" columns={columns} busy={!accounts}>
      {accounts ? (
        accounts.map((account) => <UserRow key={account.id} account={account} own={account.id === user.id} />)
      ) : (
        <SkeletonRows columns={columns} rows={PLACEHOLDERS} />
      )}
    </DataTable>
  );
}
