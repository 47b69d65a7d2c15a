import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { DeviceStatus, RepairLog } from '@repairline/contracts/repairs/views';
import { useDeviceLogsQuery } from '../../api/devices';
import { Panel } from '../../components/panel';
import { RelativeTime } from '../../components/relative-time';
import { SkeletonBar } from '../../components/skeleton';
import { EmptyState, ErrorState } from '../../components/states';
import { StatusBadge } from '../../components/status-badge';

const NODE = '12px';

const useStyles = makeStyles({
  card: { padding: tokens.spacingHorizontalXL, '@media (max-width: 899px)': { padding: tokens.spacingHorizontalL } },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
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
    '::before': {
      content: '""',
      position: 'absolute',
      left: '5px',
      top: '16px',
      bottom: '-4px',
      width: tokens.strokeWidthThick,
      backgroundColor: tokens.colorNeutralStroke2,
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
  },
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: tokens.spacingHorizontalS },
  who: { fontWeight: tokens.fontWeightSemibold },
  when: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  badge: { marginLeft: 'auto' },
  text: { margin: 0, whiteSpace: 'pre-wrap' },
  minor: { margin: 0, whiteSpace: 'pre-wrap', color: tokens.colorNeutralForeground3 },
  loading: { display: 'grid', gap: tokens.spacingVerticalM, marginTop: tokens.spacingVerticalL },
});

/** Newest first, so that what was logged last is next to the form that logs more. */
export function Timeline({ barcodeNumber }: { barcodeNumber: string }) {
  const styles = useStyles();
  return (
    <Panel className={styles.card} aria-labelledby="timeline-title">
      <h2 id="timeline-title" className={styles.title}>
        Repair Timeline
      </h2>
      <Entries barcodeNumber={barcodeNumber} />
    </Panel>
  );
}

function Entries({ barcodeNumber }: { barcodeNumber: string }) {
  const styles = useStyles();
  const { data: logs, error, refetch } = useDeviceLogsQuery(barcodeNumber, { refetchOnMountOrArgChange: true });
  if (!logs) {
    if (error) return <ErrorState title="Failed to fetch logs" error={error} onRetry={() => void refetch()} />;
    return (
      <div className={styles.loading} aria-busy="true">
        <SkeletonBar width="50%" />
        <SkeletonBar width="80%" />
        <SkeletonBar width="60%" />
      </div>
    );
  }
  if (logs.length === 0)
    return <EmptyState title="No repair logs yet">Entries appear here as work is logged.</EmptyState>;
  return (
    <ol className={styles.list} reversed>
      {logs.map((log, index) => <Entry key={log.id} log={log} badge={entryBadge(log, index)} />).reverse()}
    </ol>
  );
}

function Entry({ log, badge }: { log: RepairLog; badge: DeviceStatus }) {
  const styles = useStyles();
  return (
    <li className={styles.entry}>
      <span className={mergeClasses(styles.node, log.completed && styles.done)} aria-hidden />
      <div className={styles.head}>
        <span className={styles.who}>{log.technician || 'Unknown'}</span>
        <span className={styles.when}>
          <RelativeTime at={log.timestamp} />
        </span>
        <span className={styles.badge}>
          <StatusBadge status={badge} />
        </span>
      </div>
      {log.completed ? (
        <p className={styles.text}>
          Fixed: <bdi>{log.issue}</bdi>
        </p>
      ) : (
        <p className={styles.text} dir="auto">
          {log.issue}
        </p>
      )}
      {[log.actions, log.comments].map(
        (text, place) =>
          text && (
            <p key={place} className={styles.minor} dir="auto">
              {text}
            </p>
          ),
      )}
    </li>
  );
}

/** `index` counts from the device's very first log. */
export function entryBadge({ completed }: Pick<RepairLog, 'completed'>, index: number): DeviceStatus {
  if (completed) return 'COMPLETED';
  return index === 0 ? 'INTAKE' : 'IN_PROGRESS';
}
