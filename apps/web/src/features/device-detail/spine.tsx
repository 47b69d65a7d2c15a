import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { SkeletonBar } from '../../components/page/skeleton';

const NODE = '12px';

const useStyles = makeStyles({
  list: { margin: `${tokens.spacingVerticalL} 0 0`, padding: 0, listStyleType: 'none' },
  entry: {
    position: 'relative',
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    paddingLeft: tokens.spacingHorizontalXXL,
    paddingBottom: tokens.spacingVerticalXL,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    overflowWrap: 'anywhere',
    printColorAdjust: 'exact',
    '::before': {
      content: '""',
      position: 'absolute',
      left: '5px',
      top: '16px',
      bottom: '-4px',
      width: tokens.strokeWidthThick,
      backgroundColor: tokens.colorNeutralStroke2,
      '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
    },
    ':last-child': { paddingBottom: 0, '::before': { display: 'none' } },
  },
  node: {
    position: 'absolute',
    left: 0,
    top: '4px',
    width: NODE,
    height: NODE,
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusCircular,
    border: `${tokens.strokeWidthThick} solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  done: {
    border: `${tokens.strokeWidthThick} solid ${tokens.colorStatusSuccessBorderActive}`,
    backgroundColor: tokens.colorStatusSuccessBorderActive,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  who: { fontWeight: tokens.fontWeightSemibold },
  when: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  end: { marginLeft: 'auto' },
  loading: { display: 'grid', gap: tokens.spacingVerticalM, marginTop: tokens.spacingVerticalL },
});

/** Events along a vertical line, newest first. */
export function Spine({ children }: { children: ReactNode }) {
  const styles = useStyles();
  return (
    <ol className={styles.list} reversed>
      {children}
    </ol>
  );
}

interface SpineEntryProps {
  who: ReactNode;
  when: ReactNode;
  /** Marks something that was finished. */
  done?: boolean;
  /** Shown at the end of the line with person and time. */
  end?: ReactNode;
  children: ReactNode;
}

/** Person and time first, then what happened. */
export function SpineEntry({ who, when, done = false, end, children }: SpineEntryProps) {
  const styles = useStyles();
  return (
    <li className={styles.entry}>
      <span className={mergeClasses(styles.node, done && styles.done)} aria-hidden />
      <div className={styles.head}>
        <span className={styles.who}>{who}</span>
        <span className={styles.when}>{when}</span>
        {end && <span className={styles.end}>{end}</span>}
      </div>
      {children}
    </li>
  );
}

/** The placeholder while loading. */
export function SpineLoading() {
  return (
    <div className={useStyles().loading} aria-busy="true">
      <SkeletonBar width="50%" />
      <SkeletonBar width="80%" />
      <SkeletonBar width="60%" />
    </div>
  );
}
