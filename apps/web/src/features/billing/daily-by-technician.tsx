import { makeStyles, tokens } from '@fluentui/react-components';
import type { BillingSummary } from '@repairline/contracts/billing/views';
import { numberText } from '../../components/text/number-text';
import { Panel } from '../../components/page/panel';
import { PersonAvatar } from '../../components/text/person-avatar';
import { SkeletonBar } from '../../components/page/skeleton';

const useStyles = makeStyles({
  panel: { padding: tokens.spacingHorizontalL },
  title: {
    margin: `0 0 ${tokens.spacingVerticalM}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalXXL}`,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  person: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS, minWidth: 0 },
  name: { flexGrow: 1, minWidth: 0, overflowWrap: 'anywhere' },
  empty: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase300 },
  count: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
});

interface DailyByTechnicianProps {
  id: string;
  /** Undefined while loading. */
  counts: BillingSummary['todayByTechnician'] | undefined;
  /** Loading has failed and is not retried automatically. */
  failed: boolean;
  searching: boolean;
}

export function DailyByTechnician({ id, counts, failed, searching }: DailyByTechnicianProps) {
  const styles = useStyles();
  return (
    <Panel id={id} className={styles.panel} aria-labelledby={`${id}-title`} aria-busy={!counts && !failed}>
      <h2 id={`${id}-title`} className={styles.title}>
        Completed today
      </h2>
      {!counts && (failed ? <p className={styles.empty}>–</p> : <SkeletonBar width="40%" height="14px" />)}
      {counts?.length === 0 && (
        <p className={styles.empty}>{searching ? 'No completions today match the search' : 'No completions today'}</p>
      )}
      {counts && counts.length > 0 && (
        <ul className={styles.list}>
          {counts.map(({ technician, count }, index) => (
            <li key={index} className={styles.person}>
              <PersonAvatar person={technician} decorative />
              <span className={styles.name}>{technician}</span>
              <span className={styles.count}>{numberText(count)}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
