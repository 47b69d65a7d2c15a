import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/call-error';

const useStyles = makeStyles({
  state: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: tokens.spacingVerticalS,
    padding: `${tokens.spacingVerticalXXXL} ${tokens.spacingHorizontalL}`,
    textAlign: 'center',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase300,
  },
  slim: {
    flexDirection: 'row',
    flexWrap: 'wrap',
    columnGap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    textAlign: 'left',
  },
  icon: { display: 'flex', fontSize: tokens.fontSizeHero800, color: tokens.colorNeutralForeground4 },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
  },
  text: { margin: 0, maxWidth: '48ch' },
});

interface StateProps {
  title: string;
  /** 'h1' if this is all that the page has to say. */
  heading?: 'h1' | 'p';
  icon?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

/** Says that there is nothing to show, and what to do next. */
export function EmptyState({ title, heading: Heading = 'p', icon, children, action }: StateProps) {
  const styles = useStyles();
  return (
    <div className={styles.state}>
      {icon && (
        <span className={styles.icon} aria-hidden>
          {icon}
        </span>
      )}
      <Heading className={styles.title}>{title}</Heading>
      {children && <p className={styles.text}>{children}</p>}
      {action}
    </div>
  );
}

interface ErrorStateProps {
  title: string;
  error: unknown;
  onRetry: () => void;
  /** 'h1' if this is all that the page has to say. */
  heading?: 'h1' | 'p';
  /** On one line if there is room, for places that are no higher than that. */
  slim?: boolean;
}

export function ErrorState({ title, error, onRetry, slim, heading: Heading = 'p' }: ErrorStateProps) {
  const styles = useStyles();
  const detail = messageOf(error, '');
  return (
    <div className={mergeClasses(styles.state, slim && styles.slim)} role="alert">
      <Heading className={styles.title}>{title}</Heading>
      {detail && detail !== title && <p className={styles.text}>{detail}</p>}
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}
