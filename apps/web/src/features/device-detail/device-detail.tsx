import { makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { ArrowLeft16Regular } from '@fluentui/react-icons/svg/arrow-left';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { useEffect, useState, type MouseEvent } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { deviceTag } from '../../api/tags';
import { isCallError } from '../../api/call-error';
import { onRenumbered } from '../../api/calls/device-changes';
import { useDeviceQuery } from '../../api/calls/devices';
import { deviceAddress, useAddressedNumber, FROM_LIST } from '../../components/device/device-address';
import { notPrinted } from '../../components/page/use-is-printed';
import { Page } from '../../components/page/page';
import { Panel } from '../../components/page/panel';
import { SessionNote } from '../../components/page/session-note';
import { EmptyState, ErrorState } from '../../components/page/states';
import { useDetailColumns } from './detail-columns';
import { DetailSkeleton } from './detail-skeleton';
import { RepairEntryForm } from './repair-entry-form';
import { SummaryCard } from './summary-card';
import { Timeline } from './timeline';

const useStyles = makeStyles({
  top: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
    ...notPrinted,
  },
  session: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase300 },
  back: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    minHeight: '32px',
    color: tokens.colorBrandForegroundLink,
    fontSize: tokens.fontSizeBase300,
    textDecorationLine: 'none',
    ':hover': { textDecorationLine: 'underline' },
    '@media (pointer: coarse)': { minHeight: '44px' },
  },
});

export function DeviceDetail({ user }: { user: SignedInUser }) {
  const styles = useStyles();
  const { barcode, visit } = useNumber();
  const goBack = useWayBack();
  return (
    <Page title={barcode}>
      <div className={styles.top}>
        <Link to="/devices" className={styles.back} onClick={goBack}>
          <ArrowLeft16Regular aria-hidden />
          Back to devices
        </Link>
        <span className={styles.session}>
          <SessionNote />
        </span>
      </div>
      <Content key={visit} barcodeNumber={barcode} user={user} />
    </Page>
  );
}

/** The number in the address. If the device is renumbered, the address follows; the visit and all typed text remain. */
function useNumber() {
  const barcode = useAddressedNumber();
  const { state } = useLocation() as { state: unknown };
  const navigate = useNavigate();
  const [followed, setFollowed] = useState({ barcode, visit: barcode });
  const visit = followed.barcode === barcode ? followed.visit : barcode;
  useEffect(
    () =>
      onRenumbered((from, to) => {
        if (deviceTag(from).id !== deviceTag(barcode).id) return;
        setFollowed({ barcode: to, visit });
        void navigate(deviceAddress(to), { replace: true, state });
      }),
    [barcode, visit, state, navigate],
  );
  return { barcode, visit };
}

/** Back to the list as it was left, if that is where the person came from. */
function useWayBack() {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  return (event: MouseEvent) => {
    if (state !== FROM_LIST || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate(-1);
  };
}

function Content({ barcodeNumber, user }: { barcodeNumber: string; user: SignedInUser }) {
  const {
    data: device,
    error,
    isFetching,
    refetch,
  } = useDeviceQuery(barcodeNumber, { refetchOnMountOrArgChange: true });
  // Data cached from an earlier visit does not count as an answer; later refetches must not make the screen flicker.
  const [answered, setAnswered] = useState(false);
  if (!isFetching && !answered) setAnswered(true);
  const [wasShown, setWasShown] = useState(false);
  if (device && !isFetching && !error && !wasShown) setWasShown(true);
  const isGone = isCallError(error) && error.status === 404;
  if (error && (!isFetching || answered)) {
    if (isGone && !wasShown) return <DeviceNotFound />;
    if (!device) {
      return (
        <Panel>
          <ErrorState title="Device not found" heading="h1" error={error} onRetry={() => void refetch()} />
        </Panel>
      );
    }
  }
  if (!device) return <DetailSkeleton />;
  return (
    <>
      {isGone && <NumberGone barcodeNumber={barcodeNumber} />}
      {/* Another device may have taken over the number; the typed text belongs to this one. */}
      <Loaded key={device.id} device={device} user={user} />
    </>
  );
}

/** Somebody has renumbered the device and nothing told this page of it: what has been typed must not be lost. */
function NumberGone({ barcodeNumber }: { barcodeNumber: string }) {
  return (
    <div role="alert">
      <MessageBar intent="warning" layout="multiline" politeness="polite">
        <MessageBarBody>
          No device has the asset number {barcodeNumber} any more; it may have been given another one. What you have
          typed is still here.
        </MessageBarBody>
      </MessageBar>
    </div>
  );
}

function Loaded({ device, user }: { device: Device; user: SignedInUser }) {
  const columns = useDetailColumns();
  return (
    <div className={columns.columns}>
      <SummaryCard device={device} user={user} />
      <div className={columns.log}>
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
        No device has this asset number. It may be mistyped, or the device may not have been taken in yet.
      </EmptyState>
    </Panel>
  );
}
