import { makeStyles, tokens } from '@fluentui/react-components';
import type { Device } from '@repairline/contracts/repairs/views';
import { Link } from 'react-router-dom';
import { DataCell, DataRow, DataTable, SkeletonRows } from '../../components/lists/data-table';
import { deviceAddress } from '../../components/device/device-address';
import { RelativeTime } from '../../components/time/relative-time';
import { StatusBadge } from '../../components/device/device-badges';
import { useNow } from '../../components/time/use-now';
import { daysInStatus } from './figures';

const COLUMNS = [
  { name: 'Asset Number', width: '20%' },
  { name: 'School' },
  { name: 'Student', width: '20%' },
  { name: 'Status' },
  { name: 'Days in Status', numeric: true },
  { name: 'Last Updated' },
  { name: 'Actions', width: '10%', onScreenOnly: true },
] as const;

const useStyles = makeStyles({
  number: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  minor: { color: tokens.colorNeutralForeground3 },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '24px',
    color: tokens.colorBrandForegroundLink,
    whiteSpace: 'nowrap',
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
});

/** Without devices, the table is still loading. */
export function AssignmentsTable({ devices }: { devices: readonly Device[] | undefined }) {
  return (
    <DataTable label="My Current Assignments" columns={COLUMNS} busy={!devices}>
      {devices ? (
        devices.map((device) => <Assignment key={device.id} device={device} />)
      ) : (
        <SkeletonRows columns={COLUMNS} rows={3} />
      )}
    </DataTable>
  );
}

function Assignment({ device }: { device: Device }) {
  const styles = useStyles();
  const { barcodeNumber, school, studentName, status, updatedAt } = device;
  const now = useNow();
  return (
    <DataRow>
      <DataCell column="Asset Number">
        <span className={styles.number}>{barcodeNumber}</span>
      </DataCell>
      <DataCell column="School">{school}</DataCell>
      <DataCell column="Student">{studentName || '-'}</DataCell>
      <DataCell column="Status">
        <StatusBadge status={status} parts="Parts" />
      </DataCell>
      <DataCell column="Days in Status" numeric>
        {daysInStatus(updatedAt, now)}
      </DataCell>
      <DataCell column="Last Updated">
        <span className={styles.minor}>
          <RelativeTime at={updatedAt} />
        </span>
      </DataCell>
      <DataCell column="Actions" onScreenOnly>
        <Link to={deviceAddress(barcodeNumber)} className={styles.link} aria-label={`Work on ${barcodeNumber}`}>
          Work on
        </Link>
      </DataCell>
    </DataRow>
  );
}
