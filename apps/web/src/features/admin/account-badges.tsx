import { mergeClasses } from '@fluentui/react-components';
import { CheckmarkCircle16Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { Clock16Regular } from '@fluentui/react-icons/svg/clock';
import { Person16Regular } from '@fluentui/react-icons/svg/person';
import { Shield16Regular } from '@fluentui/react-icons/svg/shield';
import type { Role } from '@repairline/contracts/identity/views';
import { useBadgeStyles } from '../../components/badge-styles';

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
