import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronDown16Regular } from '@fluentui/react-icons/svg/chevron-down';
import { ChevronUp16Regular } from '@fluentui/react-icons/svg/chevron-up';
import {
  type DeviceFactName,
  deviceFactNames,
  deviceFacts,
  historyKinds,
} from '@repairline/contracts/repairs/device-facts';
import { type DeviceHistoryItem } from '@repairline/contracts/repairs/views';
import { useState } from 'react';
import { useDeviceHistoryQuery } from '../../api/calls/devices';
import { ExactTime } from '../../components/time/relative-time';
import { LongText } from '../../components/text/long-text';
import { ReadingDialog } from '../../components/dialogs/reading-dialog';
import { ErrorState } from '../../components/page/states';
import { VisuallyHidden } from '../../components/text/visually-hidden';
import { Fact } from './fact';
import { factText, stateAfterEachStep, type Facts } from './history-facts';
import { Spine, SpineEntry, SpineLoading } from './spine';

/** Values up to this length fit beside each other, as most names and words do. */
const SHORT = 64;

const useStyles = makeStyles({
  kind: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground2 },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'minmax(96px, auto) minmax(0, 1fr)',
    gap: `${tokens.spacingVerticalXXS} ${tokens.spacingHorizontalM}`,
    justifyContent: 'start',
    margin: 0,
  },
  then: {
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  before: { color: tokens.colorNeutralForeground3 },
  entry: {
    display: 'grid',
    gap: tokens.spacingVerticalXXS,
    margin: 0,
    paddingLeft: tokens.spacingHorizontalM,
    borderLeft: `${tokens.strokeWidthThick} solid ${tokens.colorNeutralStroke2}`,
  },
  minor: { color: tokens.colorNeutralForeground3 },
  turn: { justifySelf: 'start', marginLeft: `calc(-1 * ${tokens.spacingHorizontalS})` },
});

/** Everything ever done to a device, and its state after each step. */
export function HistoryDialog({ barcodeNumber, onClose }: { barcodeNumber: string; onClose: () => void }) {
  return (
    <ReadingDialog
      title={`History of ${barcodeNumber}`}
      label="What was done"
      onClose={onClose}
      action={<Button onClick={onClose}>Close</Button>}
    >
      <History barcodeNumber={barcodeNumber} />
    </ReadingDialog>
  );
}

function History({ barcodeNumber }: { barcodeNumber: string }) {
  const { data, error, refetch } = useDeviceHistoryQuery(barcodeNumber, { refetchOnMountOrArgChange: true });
  if (!data) {
    if (error) return <ErrorState title="Failed to fetch the history" error={error} onRetry={() => void refetch()} />;
    return <SpineLoading />;
  }
  const states = stateAfterEachStep(data);
  return (
    <Spine>{data.map((item, index) => <Step key={item.position} item={item} then={states[index]} />).reverse()}</Spine>
  );
}

function Step({ item, then }: { item: DeviceHistoryItem; then: Facts | undefined }) {
  const styles = useStyles();
  const [isShown, setIsShown] = useState(false);
  const { kind, by, byScript, timestamp, changes, entry } = item;
  return (
    <SpineEntry
      who={byScript ? `${by}, through a script` : by}
      when={<ExactTime at={timestamp} />}
      done={kind === 'repair-completed'}
      end={<span className={styles.kind}>{historyKinds[kind]}</span>}
    >
      {changes.length > 0 && <Changes changes={changes} />}
      {entry && <Entry entry={entry} by={by} />}
      <Button
        className={styles.turn}
        size="small"
        appearance="transparent"
        aria-expanded={isShown}
        icon={isShown ? <ChevronUp16Regular /> : <ChevronDown16Regular />}
        iconPosition="after"
        onClick={() => setIsShown(!isShown)}
      >
        The device as it was
      </Button>
      {isShown && then && <Then facts={then} />}
    </SpineEntry>
  );
}

function Changes({ changes }: Pick<DeviceHistoryItem, 'changes'>) {
  const styles = useStyles();
  return (
    <dl className={styles.facts}>
      {changes.map(({ fact, from, to }) => (
        <Fact key={fact} term={deviceFacts[fact]}>
          {from !== null && (
            <>
              <span className={styles.before}>
                <Value fact={fact} value={from} />
              </span>
              <span aria-hidden> → </span>
              <VisuallyHidden> became </VisuallyHidden>
            </>
          )}
          <Value fact={fact} value={to} />
        </Fact>
      ))}
    </dl>
  );
}

function Entry({ entry, by }: { entry: NonNullable<DeviceHistoryItem['entry']>; by: string }) {
  const styles = useStyles();
  const { issue, actions, comments, technician } = entry;
  return (
    <blockquote className={styles.entry}>
      {technician !== by && <span className={styles.minor}>Technician: {technician}</span>}
      {issue && <LongText text={issue} />}
      {[actions, comments].map(
        (text, place) =>
          text && (
            <span key={place} className={styles.minor}>
              <LongText text={text} />
            </span>
          ),
      )}
    </blockquote>
  );
}

function Then({ facts }: { facts: Facts }) {
  const styles = useStyles();
  return (
    <dl className={mergeClasses(styles.facts, styles.then)}>
      {deviceFactNames.map((fact) => (
        <Fact key={fact} term={deviceFacts[fact]}>
          <Value fact={fact} value={facts[fact]} />
        </Fact>
      ))}
    </dl>
  );
}

/** Short values share the line with what is beside them. */
function Value({ fact, value }: { fact: DeviceFactName; value: string | null }) {
  if (value === null) return '-';
  const text = factText(fact, value);
  return text.length <= SHORT && !text.includes('\n') ? <bdi>{text}</bdi> : <LongText text={text} />;
}
