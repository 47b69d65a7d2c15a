import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { api } from '../../../api/api';
import { onDevicesChanged } from '../../../api/calls/device-changes';
import { listApi, type DeviceFilter, type State } from './list-api';

/**
 * The devices that match, page by page, kept up to date from the notices of changes. The code for that loads beside the
 * list; without it, all pages are reread.
 */
export function useDeviceList(filter: DeviceFilter) {
  const dispatch = useDispatch<ThunkDispatch<State, unknown, UnknownAction>>();
  const store = useStore<State>();
  useEffect(() => {
    const syncing = import('./sync').then(({ createSync }) => createSync(filter, dispatch, () => store.getState()));
    const reread = () => void dispatch(api.util.invalidateTags(['DevicePages']));
    const forget = onDevicesChanged((changes) => void syncing.then((sync) => sync.onChanges(changes), reread));
    let isShown = true;
    // Nobody heard of the changes since a read began that is already under way.
    void dispatch(listApi.util.getRunningQueryThunk('devices', filter))?.then(() => isShown && reread());
    return () => {
      isShown = false;
      forget();
      syncing.then((sync) => sync.stop()).catch(() => undefined);
    };
  }, [filter, dispatch, store]);
  return listApi.useDevicesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
}
