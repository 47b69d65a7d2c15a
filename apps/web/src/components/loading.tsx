import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  loading: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: tokens.spacingVerticalM,
    minHeight: '60vh',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase300,
    // What arrives at once should not flash.
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: tokens.durationNormal,
    animationDelay: tokens.durationNormal,
    animationFillMode: 'both',
  },
  ring: {
    width: '28px',
    height: '28px',
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusCircular,
    border: `${tokens.strokeWidthThicker} solid ${tokens.colorNeutralStroke2}`,
    borderTopColor: tokens.colorBrandStroke1,
    animationName: { to: { transform: 'rotate(360deg)' } },
    animationDuration: '900ms',
    animationTimingFunction: 'linear',
    animationIterationCount: 'infinite',
  },
});

export function Loading() {
  const styles = useStyles();
  return (
    <div className={styles.loading} role="status">
      <span className={styles.ring} aria-hidden />
      Loading…
    </div>
  );
}
