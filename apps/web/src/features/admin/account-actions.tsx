import { Button, Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { UserAccount } from '@repairline/contracts/identity/views';
import { useChangeRoleMutation, useDecideOnUserMutation } from './admin-api';
import { ignoreDoubleClick } from '../../components/input/ignore-double-click';
import { useToast } from '../../components/toasts/use-toast';
import { useIsLabelTooNew } from '../../components/input/use-is-label-too-new';
import { MoreActions } from './more-actions';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalM },
  action: {
    // As large as the label of the small button beside it.
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  // On a phone, where not all fit in one line, the link has the next one for itself.
  role: { '@media (max-width: 479px)': { order: 1 } },
});

/** What an Admin can do with another person's account. */
export function AccountActions({ account }: { account: UserAccount }) {
  const styles = useStyles();
  const [decide, { isLoading: deciding }] = useDecideOnUserMutation();
  const [changeRole, { isLoading: changing }] = useChangeRoleMutation();
  const { toast, failed } = useToast();
  const userId = account.id;
  const other = account.role === 'Admin' ? 'Member' : 'Admin';
  const isLabelTooNew = useIsLabelTooNew(`${account.approved} ${other}`);

  const approve = async (approved: boolean) => {
    try {
      // The code that was on the screen: if the account has been made anew since, the server refuses.
      const approvalCode = approved ? (account.approvalCode ?? undefined) : undefined;
      await decide({ userId, approved, ...(approvalCode && { approvalCode }) }).unwrap();
      toast('User approval status updated successfully');
    } catch (thrown) {
      failed(thrown, 'Failed to update approval status');
    }
  };
  const turn = async () => {
    try {
      await changeRole({ userId, role: other }).unwrap();
      toast('User role updated successfully');
    } catch (thrown) {
      failed(thrown, 'Failed to update user role');
    }
  };
  const decision = (text: string, approved: boolean) => (
    <Button
      className={styles.action}
      size="small"
      disabledFocusable={deciding || isLabelTooNew}
      onClick={ignoreDoubleClick(() => approve(approved))}
    >
      {text}
    </Button>
  );

  if (!account.approved) {
    return (
      <div className={styles.line}>
        {decision('Approve', true)}
        {decision('Deny', false)}
        {account.removable && <MoreActions account={account} />}
      </div>
    );
  }
  return (
    <div className={styles.line}>
      {decision('Revoke Access', false)}
      <Link
        as="button"
        className={mergeClasses(styles.action, styles.role)}
        disabledFocusable={changing || isLabelTooNew}
        onClick={ignoreDoubleClick(turn)}
      >
        {other === 'Admin' ? 'Promote to Admin' : 'Demote to Member'}
      </Link>
      <MoreActions account={account} />
    </div>
  );
}
