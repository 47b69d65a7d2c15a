import { mergeClasses } from '@fluentui/react-components';
import { ArrowClockwise16Regular } from '@fluentui/react-icons/svg/arrow-clockwise';
import { useBadgeStyles } from '../badge-styles';

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
