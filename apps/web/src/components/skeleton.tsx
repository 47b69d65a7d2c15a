import { makeStyles, tokens } from '@fluentui/react-components';

const useStyles = makeStyles({
  bar: {
    display: 'block',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralStencil1,
    animationName: { '50%': { opacity: 0.5 } },
    animationDuration: '1.6s',
    animationIterationCount: 'infinite',
    '@media (prefers-reduced-motion: reduce)': { animationName: 'none' },
  },
});

/** A bar in the place of text that is still loading. */
export function SkeletonBar({ width, height = '12px' }: { width: string; height?: string }) {
  return <span className={useStyles().bar} style={{ width, height }} aria-hidden />;
}
