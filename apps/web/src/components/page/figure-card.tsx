import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Panel } from './panel';
import { SkeletonBar } from './skeleton';

const useStyles = makeStyles({
  // Each card spans three rows, so that labels, numbers and hints line up, however many lines they need.
  strip: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
    columnGap: tokens.spacingHorizontalM,
    marginBottom: `calc(-1 * ${tokens.spacingHorizontalM})`,
    '& > *': { gridRow: 'span 3', marginBottom: tokens.spacingHorizontalM },
    '@media (max-width: 479px)': {
      gridTemplateColumns: 'repeat(auto-fit, minmax(100px, 1fr))',
      columnGap: tokens.spacingHorizontalS,
      marginBottom: `calc(-1 * ${tokens.spacingHorizontalS})`,
      '& > *': { marginBottom: tokens.spacingHorizontalS },
    },
    // Four cards never wrap as three and one.
    '@media (max-width: 699px)': {
      '&:has(> :nth-child(4))': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    },
  },
  card: {
    display: 'grid',
    gridTemplateRows: 'subgrid',
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    '@media (max-width: 479px)': { padding: tokens.spacingHorizontalS },
  },
  label: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  value: {
    display: 'flex',
    alignItems: 'center',
    minHeight: tokens.lineHeightBase600,
    margin: `${tokens.spacingVerticalXXS} 0 0`,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 479px)': { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  },
  hint: {
    margin: `${tokens.spacingVerticalXXS} 0 0`,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
});

/** Cards side by side. */
export function FigureStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className={useStyles().strip}>
      {children}
    </section>
  );
}

interface FigureCardProps {
  label: string;
  /** Undefined while loading. */
  value: ReactNode;
  /** Loading has failed and is not retried automatically. */
  failed?: boolean;
  hint?: ReactNode;
}

/** One number with its label and hint. */
export function FigureCard({ label, value, failed, hint }: FigureCardProps) {
  const styles = useStyles();
  const missing = failed ? '–' : <SkeletonBar width="72px" height="20px" />;
  return (
    <Panel className={styles.card} role="group" aria-label={label}>
      <span className={styles.label}>{label}</span>
      <p className={styles.value}>{value === undefined ? missing : value}</p>
      {hint && <p className={styles.hint}>{hint}</p>}
    </Panel>
  );
}
