import { mergeClasses } from '@fluentui/react-components';
import type { FluentIcon } from '@fluentui/react-icons';
import { CheckmarkCircle16Regular } from '@fluentui/react-icons/svg/checkmark-circle';
import { Clock16Regular } from '@fluentui/react-icons/svg/clock';
import { ErrorCircle16Regular } from '@fluentui/react-icons/svg/error-circle';
import { QuestionCircle16Regular } from '@fluentui/react-icons/svg/question-circle';
import { Wrench16Regular } from '@fluentui/react-icons/svg/wrench';
import { useBadgeStyles } from '../../components/text/badge-styles';
import type { Condition } from './log-readers';

const conditions = {
  current: { Icon: CheckmarkCircle16Regular, colour: 'green', word: 'Up to date' },
  behind: { Icon: Clock16Regular, colour: 'amber', word: 'Behind' },
  building: { Icon: Wrench16Regular, colour: 'blue', word: 'Being built' },
  unknown: { Icon: QuestionCircle16Regular, colour: 'outlined', word: 'Unknown' },
  stopped: { Icon: ErrorCircle16Regular, colour: 'red', word: 'Stopped' },
} as const satisfies Record<Condition, { Icon: FluentIcon; colour: string; word: string }>;

export function ConditionBadge({ condition }: { condition: Condition }) {
  const styles = useBadgeStyles();
  const { Icon, colour, word } = conditions[condition];
  return (
    <span className={mergeClasses(styles.badge, styles[colour])}>
      <Icon aria-hidden />
      {word}
    </span>
  );
}

/** Working, up but not ready, or not responding. */
export function ServiceBadge({ answers, ready }: { answers: boolean; ready: boolean }) {
  const styles = useBadgeStyles();
  const [Icon, colour, word] = !answers
    ? ([ErrorCircle16Regular, styles.red, 'Not responding'] as const)
    : ready
      ? ([CheckmarkCircle16Regular, styles.green, 'Working'] as const)
      : ([Clock16Regular, styles.amber, 'Not ready'] as const);
  return (
    <span className={mergeClasses(styles.badge, colour)}>
      <Icon aria-hidden />
      {word}
    </span>
  );
}
