import { mergeClasses, Button, makeStyles, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { Clock16Regular } from '@fluentui/react-icons/svg/clock';
import { Person16Regular } from '@fluentui/react-icons/svg/person';
import { Shield16Regular } from '@fluentui/react-icons/svg/shield';
import type { Role, UserAccount } from '@repairline/contracts/identity/views';
import { useBadgeStyles } from '../../components/text/badge-styles';
import { Edit20Regular } from '@fluentui/react-icons/svg/edit';
import { useState } from 'react';
import { DataCell, DataRow } from '../../components/lists/data-table';
import { lateDialog } from '../../components/late/late-part';
import { PersonAvatar } from '../../components/text/person-avatar';
import { RelativeTime } from '../../components/time/relative-time';
import { tooltip } from '../../components/tooltip/tooltip';
import { AccountActions } from './account-actions';

const EditNameDialog = lateDialog(() => import('./edit-name-dialog').then(({ EditNameDialog }) => EditNameDialog));

const useStyles = makeStyles({
  person: { display: 'flex', alignItems: 'flex-start', gap: tokens.spacingHorizontalS, minWidth: 0 },
  // The avatar comes first, but the name is what the row's other texts align with.
  words: {
    alignSelf: 'baseline',
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    justifyItems: 'start',
    flexGrow: 1,
    minWidth: 0,
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  muted: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  code: { fontFamily: tokens.fontFamilyMonospace, fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
  edit: { minWidth: '32px' },
});

export function UserRow({ account, own }: { account: UserAccount; own: boolean }) {
  const styles = useStyles();
  const [editing, setEditing] = useState(false);
  const name = account.name || 'Unknown';
  return (
    <DataRow>
      <DataCell column="User">
        <div className={styles.person}>
          <PersonAvatar person={account.name || account.email} decorative />
          <div className={styles.words}>
            <span className={styles.name}>{name}</span>
            {own && <span className={styles.muted}>(Current User)</span>}
            <RoleBadge role={account.role} />
          </div>
          <Button
            className={styles.edit}
            appearance="subtle"
            icon={<Edit20Regular />}
            aria-label={`Edit name of ${account.name || account.email}`}
            onClick={() => setEditing(true)}
            {...tooltip('Edit name')}
          />
        </div>
        {editing && <EditNameDialog account={account} onClose={() => setEditing(false)} />}
      </DataCell>
      <DataCell column="Email">{account.email}</DataCell>
      <DataCell column="Status">
        <div className={styles.words}>
          <ApprovalBadge approved={account.approved} />
          {!account.approved && (
            <span className={styles.muted}>
              Created <RelativeTime at={account.createdAt} />
            </span>
          )}
          {account.approvalCode && (
            <span className={styles.muted}>
              Code <span className={styles.code}>{account.approvalCode}</span>: compare it with theirs
            </span>
          )}
          {account.deniedAt && (
            <span className={styles.muted}>
              Denied <RelativeTime at={account.deniedAt} />
            </span>
          )}
        </div>
      </DataCell>
      <DataCell column="Last Login">
        {account.lastLoginAt ? <RelativeTime at={account.lastLoginAt} /> : <span className={styles.muted}>Never</span>}
      </DataCell>
      <DataCell column="Actions" onScreenOnly>
        {own ? <span className={styles.muted}>–</span> : <AccountActions account={account} />}
      </DataCell>
    </DataRow>
  );
}

export function RoleBadge({ role }: { role: Role }) {
  const styles = useBadgeStyles();
  const admin = role === 'Admin';
  return (
    <span className={mergeClasses(styles.badge, admin ? styles.neutral : styles.outlined)}>
      {admin ? <Shield16Regular aria-hidden /> : <Person16Regular aria-hidden />}
      {role}
    </span>
  );
}

export function ApprovalBadge({ approved }: { approved: boolean }) {
  const styles = useBadgeStyles();
  return (
    <span className={mergeClasses(styles.badge, approved ? styles.green : styles.amber)}>
      {approved ? <CheckmarkCircle16Regular aria-hidden /> : <Clock16Regular aria-hidden />}
      {approved ? 'Approved' : 'Pending'}
    </span>
  );
}
