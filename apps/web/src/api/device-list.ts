import { useEffect } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { api } from './api';
import { onDevicesChanged } from './device-changes';
import { listApi, type Dispatch, type Looking, type State } from './device-list-calls';
import type { DeviceFilter } from './device-pages';

/**
 * The devices that match, page by page. A change notice that carries the device puts it in its place at once; after
 * other changes, only the pages they concern are reread.
 */
export function useDeviceList(filter: DeviceFilter) {
  const dispatch = useDispatch<Dispatch>();
  const store = useStore<State>();
  useEffect(() => followLater({ filter, dispatch, state: () => store.getState() }), [filter, dispatch, store]);
  return listApi.useDevicesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
}

/** The code that follows changes loads beside the list; without it, all pages are reread. */
function followLater(list: Looking): () => void {
  const following = import('./device-list-following').then(({ follow }) => follow(list));
  const readAll = () => void list.dispatch(api.util.invalidateTags(['DevicePages']));
  const stop = onDevicesChanged((changes) => void following.then(({ tell }) => tell(changes), readAll));
  let stopped = false;
  // A read that is already under way may predate a change that nobody followed.
  const running = list.dispatch(listApi.util.getRunningQueryThunk('devices', list.filter));
  void running?.then(() => stopped || readAll());
  return () => {
    stopped = true;
    stop();
    following.then(
      (begun) => begun.stop(),
      () => undefined,
    );
  };
}
