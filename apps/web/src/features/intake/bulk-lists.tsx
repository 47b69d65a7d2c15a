import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircle16Filled } from '@fluentui/react-icons/svg/checkmark-circle';
import { ErrorCircle16Filled } from '@fluentui/react-icons/svg/error-circle';
import { numberText } from '../../components/text/number-text';
import type { RowResult } from './bulk';

const PREVIEWED = 5;

const useStyles = makeStyles({
  box: {
    padding: tokens.spacingHorizontalM,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
  },
  title: {
    margin: `0 0 ${tokens.spacingVerticalXS}`,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXXS },
  scrolls: { maxHeight: '240px', overflowY: 'auto' },
  row: { display: 'flex', columnGap: tokens.spacingHorizontalS, alignItems: 'start' },
  number: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
  icon: { display: 'flex', flexShrink: 0, paddingTop: '2px', color: tokens.colorStatusSuccessForeground1 },
  failed: { color: tokens.colorStatusDangerForeground1 },
  minor: { color: tokens.colorNeutralForeground3 },
});

interface BulkPreviewProps {
  assets: readonly string[];
  /** How many lines were left out because they repeat another. */
  repeated: number;
}

/** The first parsed numbers, and how many more there are. */
export function BulkPreview({ assets, repeated }: BulkPreviewProps) {
  const styles = useStyles();
  const more = assets.length - PREVIEWED;
  return (
    <section className={styles.box} aria-label="Preview">
      <h3 className={styles.title}>Preview</h3>
      <ul className={styles.list}>
        {assets.slice(0, PREVIEWED).map((asset, row) => (
          <li key={row} className={styles.number}>
            {asset}
          </li>
        ))}
      </ul>
      {more > 0 && <div className={styles.minor}>and {numberText(more)} more</div>}
      {repeated > 0 && <div className={styles.minor}>{numberText(repeated)} repeated, counted once</div>}
    </section>
  );
}

/** The outcome of each row; refused rows, which stay in the text to be corrected, come first. */
export function BulkResults({ results }: { results: readonly RowResult[] }) {
  const styles = useStyles();
  const sorted = [...results].sort((one, other) => Number(one.ok) - Number(other.ok));
  return (
    <section className={styles.box} aria-label="Result">
      <h3 className={styles.title}>Result</h3>
      <ul className={mergeClasses(styles.list, styles.scrolls)} tabIndex={0} aria-label="Rows">
        {sorted.map((result, row) => (
          <li key={row} className={styles.row}>
            <span className={mergeClasses(styles.icon, !result.ok && styles.failed)} aria-hidden>
              {result.ok ? <CheckmarkCircle16Filled /> : <ErrorCircle16Filled />}
            </span>
            <span>
              <span className={styles.number}>{result.barcodeNumber}</span>{' '}
              <span className={styles.minor}>{result.ok ? 'Added' : result.message}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
