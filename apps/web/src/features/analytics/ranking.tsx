import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Panel } from '../../components/page/panel';
import { SkeletonBar } from '../../components/page/skeleton';

const useStyles = makeStyles({
  panel: { padding: tokens.spacingHorizontalL, minWidth: 0 },
  title: {
    margin: `0 0 ${tokens.spacingVerticalM}`,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { display: 'grid', gap: tokens.spacingVerticalM, margin: 0, padding: 0, listStyleType: 'none' },
  line: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: tokens.spacingHorizontalM,
    rowGap: tokens.spacingVerticalXS,
    alignItems: 'center',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  name: { minWidth: 0, overflowWrap: 'anywhere' },
  counts: { textAlign: 'right', fontVariantNumeric: 'tabular-nums', color: tokens.colorNeutralForeground2 },
  track: {
    gridColumn: '1 / -1',
    height: tokens.spacingVerticalXS,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground6,
    '@media (forced-colors: active)': { outline: `${tokens.strokeWidthThin} solid GrayText` },
    printColorAdjust: 'exact',
  },
  bar: {
    height: '100%',
    minWidth: tokens.spacingHorizontalXS,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralForeground3,
    '@media (forced-colors: active)': { backgroundColor: 'CanvasText' },
  },
  empty: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase300 },
});

interface Ranked {
  name: string;
  counts: ReactNode;
  /** The value that the bar's length represents. */
  weight: number;
}

interface RankingProps {
  title: string;
  /** Largest first; undefined while loading. */
  items: readonly Ranked[] | undefined;
  empty: string;
}

/** The top items of a kind, each with a bar relative to the largest. */
export function Ranking({ title, items, empty }: RankingProps) {
  const styles = useStyles();
  const most = Math.max(1, ...(items ?? []).map(({ weight }) => weight));
  return (
    <Panel className={styles.panel} aria-label={title} aria-busy={!items}>
      <h2 className={styles.title}>{title}</h2>
      {items?.length === 0 && <p className={styles.empty}>{empty}</p>}
      <ol className={styles.list}>
        {items?.map(({ name, counts, weight }, index) => (
          <li key={index} className={styles.line}>
            <span className={styles.name}>{name}</span>
            <span className={styles.counts}>{counts}</span>
            <div className={styles.track} aria-hidden>
              {weight > 0 && <div className={styles.bar} style={{ width: `${(100 * weight) / most}%` }} />}
            </div>
          </li>
        ))}
        {!items &&
          [1, 2, 3, 4, 5].map((line) => (
            <li key={line} className={styles.line}>
              <SkeletonBar width="60%" height="14px" />
              <SkeletonBar width="32px" height="14px" />
              <div className={styles.track} />
            </li>
          ))}
      </ol>
    </Panel>
  );
}
