import { mergeClasses } from '@fluentui/react-components';
import { ArrowUp16Filled } from '@fluentui/react-icons/svg/arrow-up';
import type { Priority } from '@repairline/contracts/priority';
import { useBadgeStyles } from '../badge-styles';

const looks = { High: 'red', Medium: 'outlined', Low: 'subtle' } as const satisfies Record<Priority, string>;

export function PriorityBadge({ priority }: { priority: Priority }) {
  const styles = useBadgeStyles();
  return (
    <span className={mergeClasses(styles.badge, styles[looks[priority]])}>
      {priority === 'High' && <ArrowUp16Filled aria-hidden />}
      {priority}
    </span>
  );
}
