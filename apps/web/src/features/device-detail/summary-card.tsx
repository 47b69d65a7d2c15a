import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import { useDistrictQuery } from '../../api/calls/account';
import { ChangeAnnouncer } from '../../components/device/change-announcer';
import { isLongNumber } from '../../components/device/device-address';
import { Panel } from '../../components/page/panel';
import { PersonAvatar } from '../../components/text/person-avatar';
import { RelativeTime } from '../../components/time/relative-time';
import { DeviceBadges, UpdatedBadge } from '../../components/device/device-badges';
import type { WithLive } from '../../live/live-slice';
import { DeviceActions } from './device-actions';
import { Fact } from './fact';

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalXL,
    position: 'sticky',
    top: '72px',
    // With long texts it is higher than the window and scrolls; from its buttons, also by keyboard.
    maxHeight: 'calc(100dvh - 96px)',
    overflowY: 'auto',
    '@media (max-width: 899px)': { position: 'static', maxHeight: 'none', padding: tokens.spacingHorizontalL },
    '@media print': { maxHeight: 'none' },
  },
  number: {
    margin: 0,
    fontSize: tokens.fontSizeBase600,
    lineHeight: tokens.lineHeightBase600,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    // Numbers of up to 64 characters must be readable in full; only those too long for the card break.
    overflowWrap: 'anywhere',
  },
  long: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  badges: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS, marginTop: tokens.spacingVerticalXS },
  facts: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalL}`,
    alignItems: 'baseline',
    margin: 0,
    paddingTop: tokens.spacingVerticalL,
    borderTop: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  person: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

export function SummaryCard({ device, user }: { device: Device; user: SignedInUser }) {
  const styles = useStyles();
  const changed = useSelector((state: WithLive) => state.live.markedRows.includes(device.barcodeNumber));
  return (
    <Panel className={styles.card} aria-label="Device">
      <div>
        <ChangeAnnouncer among={[device]} />
        <h1 className={mergeClasses(styles.number, isLongNumber(device.barcodeNumber) && styles.long)}>
          {device.barcodeNumber}
        </h1>
        <div className={styles.badges}>
          <DeviceBadges device={device} />
          {changed && <UpdatedBadge />}
        </div>
      </div>
      <DeviceActions device={device} user={user} />
      <Facts device={device} />
    </Panel>
  );
}

function Facts({ device }: { device: Device }) {
  const styles = useStyles();
  const { data: district } = useDistrictQuery();
  const school = district?.schools.find(({ code }) => code === device.school)?.name;
  const facts: [string, ReactNode][] = [
    ['School', school && school !== device.school ? `${device.school} · ${school}` : device.school],
    ['Model', device.model],
    ['Student', device.studentName],
    ['Assigned To', <Assignee key="assignee" person={device.assignedTo} />],
    ['Initial Issue', device.initialIssue],
    ['Notes', device.notes],
    ['First taken in', <RelativeTime key="created" at={device.createdAt} />],
    ['Updated', <RelativeTime key="updated" at={device.updatedAt} />],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([term, fact]) => (
        <Fact key={term} term={term}>
          {fact || '-'}
        </Fact>
      ))}
    </dl>
  );
}

function Assignee({ person }: { person: string }) {
  const styles = useStyles();
  if (!person) return 'Unassigned';
  return (
    <span className={styles.person}>
      <PersonAvatar person={person} decorative />
      {person}
    </span>
  );
}
