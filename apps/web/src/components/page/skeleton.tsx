import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  bar: {
    display: 'block',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralStencil1Alpha,
    animationName: { '50%': { opacity: 0.5 } },
    animationDuration: '1.6s',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
    '@media (forced-colors: active)': { backgroundColor: 'GrayText' },
  },
  round: { borderRadius: tokens.borderRadiusCircular },
});

interface SkeletonBarProps {
  width: string;
  height?: string;
  round?: boolean;
}

/** A bar in place of text that is still loading, or a disc in place of an avatar. */
export function SkeletonBar({ width, height = '12px', round }: SkeletonBarProps) {
  const styles = useStyles();
  return <span className={mergeClasses(styles.bar, round && styles.round)} style={{ width, height }} aria-hidden />;
}
