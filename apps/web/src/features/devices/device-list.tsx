import { Button } from '@fluentui/react-components';
import { DocumentSearchRegular } from '@fluentui/react-icons/svg/document-search';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useMemo } from 'react';
import { devicesOf, type DevicePage } from './live-list/list-api';
import { Panel } from '../../components/page/panel';
import { EmptyState, ErrorState } from '../../components/page/states';
import { listItems } from './list-items';
import { RowSkeletons } from './row-skeletons';
import { WindowedRows } from './windowed-rows';

interface DeviceListProps {
  user: SignedInUser;
  /** Undefined while the first page loads. */
  pages: DevicePage[] | undefined;
  error: unknown;
  more: boolean;
  /** Why the next page failed to load. */
  moreError: unknown;
  loadingMore: boolean;
  onMore: () => void;
  onRetry: () => void;
  filtered: boolean;
  onClear: () => void;
  onAdd: () => void;
}

export function DeviceList(props: DeviceListProps) {
  const { user, pages, error, onRetry, filtered, onClear, onAdd, more, moreError, loadingMore, onMore } = props;
  const devices = useMemo(() => devicesOf(pages ?? []), [pages]);
  const items = useMemo(() => listItems(devices), [devices]);

  if (error) {
    return (
      <Panel aria-label="Devices">
        <ErrorState title="Failed to fetch devices" error={error} onRetry={onRetry} />
      </Panel>
    );
  }
  if (!pages) return <RowSkeletons />;
  if (devices.length === 0) {
    return (
      <Panel aria-label="Devices">
        <EmptyState
          title="No devices found"
          icon={<DocumentSearchRegular />}
          action={
            filtered ? <Button onClick={onClear}>Clear filters</Button> : <Button onClick={onAdd}>Add a device</Button>
          }
        >
          Try adjusting your filters or add a new device
        </EmptyState>
      </Panel>
    );
  }
  const total = pages.at(-1)?.total ?? devices.length;
  return (
    <WindowedRows
      user={user}
      items={items}
      total={total}
      more={more}
      moreError={moreError}
      loadingMore={loadingMore}
      onMore={onMore}
    />
  );
}
