import { useEffect } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { api } from './api';
import { onDevicesChanged } from './device-changes';
import { listApi, type Dispatch, type ShownList, type State } from './device-list-calls';
import type { DeviceFilter } from './device-pages';

/**
 * The devices that match, page by page. A change notice that carries the device puts it in its place at once; after
 * other changes, only the pages they concern are reread.
 */
export function useDeviceList(filter: DeviceFilter) {
  const dispatch = useDispatch<Dispatch>();
  const store = useStore<State>();
  useEffect(() => syncOnceLoaded({ filter, dispatch, state: () => store.getState() }), [filter, dispatch, store]);
  return listApi.useDevicesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
}

/** The code that syncs the list loads beside the list; without it, all pages are reread. */
function syncOnceLoaded(list: ShownList): () => void {
  const syncing = import('./device-list-sync').then(({ syncListWithNotices }) => syncListWithNotices(list));
  const refetchAll = () => void list.dispatch(api.util.invalidateTags(['DevicePages']));
  const stop = onDevicesChanged((changes) => void syncing.then(({ onChanges }) => onChanges(changes), refetchAll));
  let stopped = false;
  // A read that is already under way may predate a change that was not synced.
  const running = list.dispatch(listApi.util.getRunningQueryThunk('devices', list.filter));
  void running?.then(() => stopped || refetchAll());
  return () => {
    stopped = true;
    stop();
    syncing.then(
      (begun) => begun.stop(),
      () => undefined,
    );
  };
}
