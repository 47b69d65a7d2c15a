import { makeStyles, tokens } from '@fluentui/react-components';
import { foldForSearch } from '@repairline/contracts/texts/folded-text';
import type { SignedInUser, UserAccount } from '@repairline/contracts/identity/views';
import { useState } from 'react';
import { useUserAccountsQuery } from './admin-api';
import { DataTable, SkeletonRows, type Column } from '../../components/lists/data-table';
import { numberText } from '../../components/text/number-text';
import { Panel } from '../../components/page/panel';
import { SearchField } from '../../components/input/search-field';
import { EmptyState, ErrorState } from '../../components/page/states';
import { useNewcomersLast } from '../../components/lists/use-newcomers-last';
import { VisuallyHidden } from '../../components/text/visually-hidden';
import { UserRow } from './user-row';

const PLACEHOLDERS = 3;
const columns: readonly Column[] = [
  { name: 'User', width: '24%' },
  { name: 'Email', width: '24%' },
  { name: 'Status', width: '16%' },
  { name: 'Last Login', width: '13%' },
  { name: 'Actions', onScreenOnly: true },
];

const useStyles = makeStyles({
  head: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 320px)',
    gap: tokens.spacingHorizontalM,
    alignItems: 'center',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    '@media (max-width: 767px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
});

export function UserManagement({ user }: { user: SignedInUser }) {
  const styles = useStyles();
  const [q, setQ] = useState('');
  return (
    <Panel aria-label="User Management">
      <div className={styles.head}>
        <h2 className={styles.title}>User Management</h2>
        <SearchField text={q} placeholder="Search by name or email..." onSearch={(text) => setQ(text.trim())} />
      </div>
      <Users user={user} q={q} />
    </Panel>
  );
}

function Users({ user, q }: { user: SignedInUser; q: string }) {
  const { data, error, refetch } = useUserAccountsQuery(undefined, { refetchOnMountOrArgChange: true });
  const { rows: accounts, pointer } = useNewcomersLast(data);
  if (!accounts && error) {
    return <ErrorState title="Failed to fetch users" error={error} onRetry={() => void refetch()} />;
  }
  if (accounts?.length === 0) {
    return <EmptyState title="No users found">People appear here when they first sign in.</EmptyState>;
  }
  const found = accounts?.filter((account) => matches(account, q));
  return (
    <>
      <VisuallyHidden role="status">{q && found && `${usersText(found.length)} found`}</VisuallyHidden>
      {found?.length === 0 ? (
        <EmptyState title="No users match the search" />
      ) : (
        <div {...pointer}>
          <DataTable label="Users" columns={columns} busy={!found}>
            {found ? (
              found.map((account) => <UserRow key={account.id} account={account} own={account.id === user.id} />)
            ) : (
              <SkeletonRows columns={columns} rows={PLACEHOLDERS} />
            )}
          </DataTable>
        </div>
      )}
    </>
  );
}

const usersText = (users: number): string => (users === 1 ? '1 user' : `${numberText(users)} users`);

function matches({ name, email }: UserAccount, q: string): boolean {
  return foldForSearch(`${name} ${email}`).includes(foldForSearch(q));
}
