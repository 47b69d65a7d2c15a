import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { History20Regular } from '@fluentui/react-icons/svg/history';
import type { DeviceStatus, RepairLog } from '@repairline/contracts/repairs/views';
import { useState } from 'react';
import { useDeviceLogsQuery } from '../../api/calls/devices';
import { lateDialog } from '../../components/late/late-part';
import { Panel } from '../../components/page/panel';
import { EmptyState, ErrorState } from '../../components/page/states';
import { RelativeTime } from '../../components/time/relative-time';
import { StatusBadge } from '../../components/device/device-badges';
import { Spine, SpineEntry, SpineLoading } from './spine';

const HistoryDialog = lateDialog(() => import('./history-dialog').then(({ HistoryDialog }) => HistoryDialog));

const useStyles = makeStyles({
  card: { padding: tokens.spacingHorizontalXL, '@media (max-width: 899px)': { padding: tokens.spacingHorizontalL } },
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalM,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  text: { margin: 0, whiteSpace: 'pre-wrap' },
  minor: { margin: 0, whiteSpace: 'pre-wrap', color: tokens.colorNeutralForeground3 },
});

/** Newest first, so that the latest entry is next to the form that adds more. */
export function Timeline({ barcodeNumber }: { barcodeNumber: string }) {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel className={styles.card} aria-labelledby="timeline-title">
      <div className={styles.head}>
        <h2 id="timeline-title" className={styles.title}>
          Repair Timeline
        </h2>
        <Button appearance="subtle" icon={<History20Regular />} onClick={() => setIsOpen(true)}>
          Full History
        </Button>
      </div>
      <Entries barcodeNumber={barcodeNumber} />
      {isOpen && <HistoryDialog barcodeNumber={barcodeNumber} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

function Entries({ barcodeNumber }: { barcodeNumber: string }) {
  const { data: logs, error, refetch } = useDeviceLogsQuery(barcodeNumber, { refetchOnMountOrArgChange: true });
  if (!logs) {
    if (error) return <ErrorState title="Failed to fetch logs" error={error} onRetry={() => void refetch()} />;
    return <SpineLoading />;
  }
  if (logs.length === 0)
    return <EmptyState title="No repair logs yet">Entries appear here as work is logged.</EmptyState>;
  return (
    <Spine>{logs.map((log, index) => <Entry key={log.id} log={log} badge={entryBadge(log, index)} />).reverse()}</Spine>
  );
}

function Entry({ log, badge }: { log: RepairLog; badge: DeviceStatus }) {
  const styles = useStyles();
  return (
    <SpineEntry
      who={log.technician || 'Unknown'}
      when={<RelativeTime at={log.timestamp} />}
      done={log.completed}
      end={<StatusBadge status={badge} />}
    >
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
    </SpineEntry>
  );
}

/** `index` counts from the device's very first log. */
export function entryBadge({ completed }: Pick<RepairLog, 'completed'>, index: number): DeviceStatus {
  if (completed) return 'COMPLETED';
  return index === 0 ? 'INTAKE' : 'IN_PROGRESS';
}
