import { mergeClasses } from '@fluentui/react-components';
import type { FluentIcon } from '@fluentui/react-icons';
import { Archive16Regular } from '@fluentui/react-icons/svg/archive';
import { CheckmarkCircle16Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { MailInbox16Regular } from '@fluentui/react-icons/svg/mail-inbox';
import { Wrench16Regular } from '@fluentui/react-icons/svg/wrench';
import type { DeviceStatus } from '@repairline/contracts/repairs/views';
import { statusLabels } from './current-repair';
import { useBadgeStyles } from '../badge-styles';

const looks = {
  INTAKE: { Icon: MailInbox16Regular, colour: 'blue' },
  IN_PROGRESS: { Icon: Wrench16Regular, colour: 'amber' },
  COMPLETED: { Icon: CheckmarkCircle16Regular, colour: 'green' },
  PARTS: { Icon: Archive16Regular, colour: 'neutral' },
} as const satisfies Record<DeviceStatus, { Icon: FluentIcon; colour: string }>;

/** `parts` is the label of the status PARTS on screens that do not call it 'Deprovisioned'. */
export function StatusBadge({ status, parts = statusLabels.PARTS }: { status: DeviceStatus; parts?: string }) {
  const styles = useBadgeStyles();
  const { Icon, colour } = looks[status];
  return (
    <span className={mergeClasses(styles.badge, styles[colour])}>
      <Icon aria-hidden />
      {status === 'PARTS' ? parts : statusLabels[status]}
    </span>
  );
}
