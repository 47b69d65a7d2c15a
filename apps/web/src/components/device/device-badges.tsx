import { mergeClasses } from '@fluentui/react-components';
import type { FluentIcon } from '@fluentui/react-icons';
import { Archive16Regular } from '@fluentui/react-icons/svg/archive';
import { ArrowClockwise16Regular } from '@fluentui/react-icons/svg/arrow-clockwise';
import { ArrowUp16Filled } from '@fluentui/react-icons/svg/arrow-up';
import { CheckmarkCircle16Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { MailInbox16Regular } from '@fluentui/react-icons/svg/mail-inbox';
import { Wrench16Regular } from '@fluentui/react-icons/svg/wrench';
import type { Priority } from '@repairline/contracts/priority';
import { statusNames, type DeviceStatus } from '@repairline/contracts/repairs/device-facts';
import type { Device } from '@repairline/contracts/repairs/views';
import { useBadgeStyles } from '../text/badge-styles';

/** What a device's row and its own page say of it at a glance. */
export function DeviceBadges({ device }: { device: Device }) {
  return (
    <>
      <StatusBadge status={device.status} />
      {device.status !== 'PARTS' && <PriorityBadge priority={device.highestPriority} />}
    </>
  );
}

const statusLooks = {
  INTAKE: { Icon: MailInbox16Regular, colour: 'blue' },
  IN_PROGRESS: { Icon: Wrench16Regular, colour: 'amber' },
  COMPLETED: { Icon: CheckmarkCircle16Regular, colour: 'green' },
  PARTS: { Icon: Archive16Regular, colour: 'neutral' },
} as const satisfies Record<DeviceStatus, { Icon: FluentIcon; colour: string }>;

/** `parts` is the label of the status PARTS on screens that do not call it 'Deprovisioned'. */
export function StatusBadge({ status, parts = statusNames.PARTS }: { status: DeviceStatus; parts?: string }) {
  const styles = useBadgeStyles();
  const { Icon, colour } = statusLooks[status];
  return (
    <span className={mergeClasses(styles.badge, styles[colour])}>
      <Icon aria-hidden />
      {status === 'PARTS' ? parts : statusNames[status]}
    </span>
  );
}

const priorityLooks = { High: 'red', Medium: 'outlined', Low: 'subtle' } as const satisfies Record<Priority, string>;

function PriorityBadge({ priority }: { priority: Priority }) {
  const styles = useBadgeStyles();
  return (
    <span className={mergeClasses(styles.badge, styles[priorityLooks[priority]])}>
      {priority === 'High' && <ArrowUp16Filled aria-hidden />}
      {priority}
    </span>
  );
}

/** Marks what someone else has just changed; `ChangeAnnouncer` announces it to screen readers. */
export function UpdatedBadge() {
  const styles = useBadgeStyles();
  return (
    <span className={mergeClasses(styles.badge, styles.outlined)}>
      <ArrowClockwise16Regular aria-hidden />
      Updated
    </span>
  );
}
