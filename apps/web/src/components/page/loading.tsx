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
    // Content that arrives at once should not flash.
    animationName: { from: { opacity: 0 }, to: { opacity: 1 } },
    animationDuration: tokens.durationNormal,
    animationDelay: tokens.durationNormal,
    animationFillMode: 'both',
  },
  over: {
    position: 'fixed',
    zIndex: 30,
    top: '40%',
    left: '50%',
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalXL}`,
    borderRadius: tokens.borderRadiusXLarge,
    transform: 'translateX(-50%)',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    boxShadow: tokens.shadow28,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase300,
    pointerEvents: 'none',
    animationName: { from: { opacity: 0, visibility: 'hidden' }, to: { opacity: 1, visibility: 'visible' } },
    animationDuration: tokens.durationNormal,
    animationDelay: tokens.durationSlower,
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
  return <Busy className={useStyles().loading} />;
}

/** Lies over an unchanged page while something loads; invisible for the first 400 ms. */
export function LoadingOverlay() {
  return <Busy className={useStyles().over} />;
}

function Busy({ className }: { className: string }) {
  const styles = useStyles();
  return (
    <div className={className} role="status">
      <span className={styles.ring} aria-hidden />
      Loading…
    </div>
  );
}
