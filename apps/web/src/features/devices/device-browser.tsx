import { makeStyles, tokens } from '@fluentui/react-components';
import type { SignedInUser } from '@repairline/contracts/identity/views';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useDeviceList } from './live-list/live-list';
import { DeviceList } from './device-list';
import { FilterPanel } from './filter-panel';
import { RowDialogs } from './row-dialogs';
import { useDeviceFilter } from './use-device-filter';

const SLOW_MS = 300;

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(260px, 1fr)',
    gap: tokens.spacingHorizontalXXL,
    alignItems: 'start',
    '@media (max-width: 1099px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '@media (max-width: 767px)': { gap: tokens.spacingVerticalM },
  },
});

/** The filter, the list that it filters, and the content shown beside the list. */
export function DeviceBrowser({ user, onAdd, beside }: { user: SignedInUser; onAdd: () => void; beside: ReactNode }) {
  const styles = useStyles();
  const { filter, narrow, clear, clearings } = useDeviceFilter();
  const list = useDeviceList(filter);
  const { fetchNextPage } = list;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  const slow = useSlow(list.isFetching && !list.isFetchingNextPage && list.data !== undefined);
  const narrowing = list.isFetching && list.data !== undefined && list.currentData === undefined;
  return (
    <>
      <FilterPanel
        role={user.role}
        filter={filter}
        total={list.currentData?.pages.at(-1)?.total}
        filtering={narrowing || slow}
        narrow={narrow}
        onClear={clear}
        clearings={clearings}
      />
      <div className={styles.columns}>
        <RowDialogs user={user} pages={list.data?.pages}>
          <DeviceList
            user={user}
            pages={list.data?.pages}
            error={list.currentData === undefined && !list.isFetching ? list.error : undefined}
            more={list.hasNextPage && !list.isFetching && !list.isError}
            moreError={list.hasNextPage && !list.isFetching ? list.error : undefined}
            loadingMore={list.isFetchingNextPage}
            onMore={loadMore}
            onRetry={() => void list.refetch()}
            filtered={Object.keys(filter).length > 0}
            onClear={clear}
            onAdd={onAdd}
          />
        </RowDialogs>
        {beside}
      </div>
    </>
  );
}

/** True once `active` has lasted a while, so that quick refetches do not flicker. */
function useSlow(active: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [active]);
  return slow;
}
