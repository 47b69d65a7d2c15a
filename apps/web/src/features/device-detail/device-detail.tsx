import { makeStyles, tokens } from '@fluentui/react-components';
import { ArrowLeft16Regular } from '@fluentui/react-icons/svg/arrow-left';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { Link, useParams } from 'react-router-dom';
import { isCallError } from '../../api/call-error';
import { useDeviceQuery } from '../../api/devices';
import { Page } from '../../components/page';
import { Panel } from '../../components/panel';
import { EmptyState, ErrorState } from '../../components/states';
import { DetailSkeleton } from './detail-skeleton';
import { RepairEntryForm } from './repair-entry-form';
import { SummaryCard } from './summary-card';
import { Timeline } from './timeline';

const useStyles = makeStyles({
  back: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    justifySelf: 'start',
    minHeight: '32px',
    color: tokens.colorBrandForegroundLink,
    fontSize: tokens.fontSizeBase300,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(300px, 360px) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalXXL,
    alignItems: 'start',
    '@media (max-width: 899px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalM },
  },
  log: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalXXL,
    '@media (max-width: 899px)': { gap: tokens.spacingVerticalM },
  },
});

export function DeviceDetail({ user }: { user: SignedInUser }) {
  const styles = useStyles();
  const { barcode = '' } = useParams();
  return (
    <Page title={barcode}>
      <Link to="/devices" className={styles.back}>
        <ArrowLeft16Regular aria-hidden />
        Back to devices
      </Link>
      <Content key={barcode} barcodeNumber={barcode} user={user} />
    </Page>
  );
}

function Content({ barcodeNumber, user }: { barcodeNumber: string; user: SignedInUser }) {
  const {
    data: device,
    error,
    isFetching,
    refetch,
  } = useDeviceQuery(barcodeNumber, { refetchOnMountOrArgChange: true });
  if (error && !isFetching) {
    if (isCallError(error) && error.status === 404) return <DeviceNotFound />;
    if (!device) {
      return (
        <Panel>
          <ErrorState title="Device not found" error={error} onRetry={() => void refetch()} />
        </Panel>
      );
    }
  }
  return device ? <Loaded device={device} user={user} /> : <DetailSkeleton />;
}

function Loaded({ device, user }: { device: Device; user: SignedInUser }) {
  const styles = useStyles();
  return (
    <div className={styles.columns}>
      <SummaryCard device={device} user={user} />
      <div className={styles.log}>
        <RepairEntryForm device={device} user={user} />
        <Timeline barcodeNumber={device.barcodeNumber} />
      </div>
    </div>
  );
}

function DeviceNotFound() {
  return (
    <Panel>
      <EmptyState title="Device not found" heading="h1">
        No device has this asset number. It may have been typed differently, or not been taken in yet.
      </EmptyState>
    </Panel>
  );
}
