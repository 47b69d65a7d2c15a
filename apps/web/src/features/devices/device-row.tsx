import { mergeClasses } from '@fluentui/react-components';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import type { Device } from '@repairline/contracts/repairs/views';
import { memo } from 'react';
import { useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { isSameDevice } from './live-list/list-api';
import { deviceAddress, FROM_LIST, isLongNumber } from '../../components/device/device-address';
import { PersonAvatar } from '../../components/text/person-avatar';
import { RelativeTime } from '../../components/time/relative-time';
import { tooltipsBelow, tooltipWhenCut } from '../../components/tooltip/tooltip';
import { DeviceBadges, UpdatedBadge } from '../../components/device/device-badges';
import { VisuallyHidden } from '../../components/text/visually-hidden';
import type { WithLive } from '../../live/live-slice';
import { useRowStyles } from './device-row-styles';
import { QuickActions } from './quick-actions';

interface DeviceRowProps {
  device: Device;
  user: SignedInUser;
}

/** Renders again only if the device has changed, however often the list is read. */
export const DeviceRow = memo(Row, (was, is) => was.user === is.user && isSameDevice(was.device, is.device));

function Row({ device, user }: DeviceRowProps) {
  const styles = useRowStyles();
  const changed = useSelector((state: WithLive) => state.live.markedRows.includes(device.barcodeNumber));
  const { barcodeNumber, school, model, studentName, latestIssue, assignedTo, updatedAt } = device;
  return (
    <article aria-label={barcodeNumber} className={mergeClasses(styles.row, changed && styles.changed)}>
      <div className={styles.asset}>
        <span className={mergeClasses(styles.number, isLongNumber(barcodeNumber) && styles.long)}>{barcodeNumber}</span>
        <span className={styles.badges}>
          <DeviceBadges device={device} />
        </span>
      </div>
      <div className={styles.issue}>
        <span className={mergeClasses(styles.main, styles.latest)} dir="auto" {...tooltipWhenCut(latestIssue)}>
          {latestIssue || 'No issue recorded'}
        </span>
        {studentName && (
          <span className={mergeClasses(styles.minor, styles.student)} dir="auto" {...tooltipWhenCut(studentName)}>
            {studentName}
          </span>
        )}
      </div>
      <div className={styles.place}>
        <span className={styles.school}>{school}</span>
        <span className={styles.minor} {...tooltipWhenCut(model)}>
          {model}
        </span>
      </div>
      <div className={styles.who}>
        <PersonAvatar person={assignedTo} />
      </div>
      <div className={styles.updated}>{changed ? <UpdatedBadge /> : <RelativeTime at={updatedAt} />}</div>
      <div className={styles.actions}>
        <Link to={deviceAddress(barcodeNumber)} state={FROM_LIST} className={styles.details} {...tooltipsBelow}>
          View Details<VisuallyHidden> of {barcodeNumber}</VisuallyHidden>
        </Link>
        <QuickActions device={device} user={user} className={styles.menu} />
      </div>
    </article>
  );
}
