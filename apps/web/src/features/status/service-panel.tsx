import { makeStyles, tokens } from '@fluentui/react-components';
import type { ServiceStatus } from '@repairline/contracts/status';
import { DataCell, DataRow, DataTable, type Column } from '../../components/lists/data-table';
import { numberText } from '../../components/text/number-text';
import { Panel } from '../../components/page/panel';
import { RelativeTime } from '../../components/time/relative-time';
import { differencesText, logReadersOf, shortDuration, type LogReader } from './log-readers';
import { ConditionBadge, ServiceBadge } from './status-badges';

const columns: readonly Column[] = [
  { name: 'Name' },
  { name: 'Position', width: '22%', numeric: true },
  { name: 'Behind', width: '16%', numeric: true },
  { name: 'Dead letters', width: '14%', numeric: true },
  { name: 'State', width: '16%' },
];

const useStyles = makeStyles({
  head: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
  },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
    textTransform: 'capitalize',
  },
  verified: { marginLeft: 'auto', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  text: {
    margin: 0,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase300,
  },
});

/** One service: whether it works, and the position of each of its log readers. */
export function ServicePanel({ service, all }: { service: ServiceStatus; all: readonly ServiceStatus[] }) {
  const styles = useStyles();
  const { name, answers, ready, standing } = service;
  return (
    <Panel aria-label={name}>
      <div className={styles.head}>
        <h2 className={styles.title}>{name}</h2>
        <ServiceBadge answers={answers} ready={ready} />
        {standing && (
          <span className={styles.verified}>
            <Verified verification={standing.verification} />
          </span>
        )}
      </div>
      {standing ? (
        <DataTable label={`Log readers in ${name}`} columns={columns}>
          {logReadersOf(service, all).map((reader) => (
            <LogReaderRow key={reader.name} reader={reader} />
          ))}
        </DataTable>
      ) : (
        <p className={styles.text}>
          {answers
            ? 'This service responds but cannot read its database.'
            : 'This service is not responding. Check its log.'}
        </p>
      )}
    </Panel>
  );
}

function Verified({ verification }: { verification: NonNullable<ServiceStatus['standing']>['verification'] }) {
  if (!verification) return 'Never verified';
  const { at, compared, differences } = verification;
  return (
    <>
      Verified <RelativeTime at={at} />: {numberText(compared)} compared, {differencesText(differences)}
    </>
  );
}

function LogReaderRow({
  reader: { name, position, head, behindSeconds, deadLetters, condition },
}: {
  reader: LogReader;
}) {
  const behind = head === null ? 0 : head - position;
  return (
    <DataRow>
      <DataCell column="Name">{name}</DataCell>
      <DataCell column="Position" numeric>
        {numberText(position)}
        {head !== null && ` of ${numberText(head)}`}
      </DataCell>
      <DataCell column="Behind" numeric>
        {behind === 0 ? '–' : numberText(behind)}
        {behind > 0 && behindSeconds !== null && ` · ${shortDuration(behindSeconds)}`}
      </DataCell>
      <DataCell column="Dead letters" numeric>
        {numberText(deadLetters)}
      </DataCell>
      <DataCell column="State">
        <ConditionBadge condition={condition} />
      </DataCell>
    </DataRow>
  );
}
