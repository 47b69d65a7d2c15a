import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { LiveMessage } from '@repairline/contracts/live';
import { useEffect } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { api } from '../api/api';
import { isOwnChange, notifyDevicesChanged, notifyRenumbered, type DeviceChange } from '../api/calls/device-changes';
import { coalesce, PACE, type Pace } from './coalesce';
import { connectLater } from './connect-later';
import { createRowMarks } from './row-marks';
import { initialLive, liveChanged, type WithLive } from './live-slice';
import { retryOutdatedFetches } from './retries';
import {
  allTags,
  distinct,
  failedTags,
  ofAnyDevice,
  outdatedTags,
  polledTags,
  staleTags,
  type ApiState,
  type StaleTag,
} from './stale-tags';

/**
 * Counts and activity beside the list: twice a second is often enough, and leaves the server free for the list itself.
 */
const ASIDE: Pace = { ...PACE, rest: 500 };
const isAside = (tag: StaleTag) => tag === 'Stats' || tag === 'Activity';

/** Keeps the data in this browser up to date while the component is mounted. */
export function useLive(): void {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const store = useStore<ApiState & WithLive>();
  useEffect(() => {
    const refetch = (tags: StaleTag[]) => {
      dispatch(api.util.invalidateTags(distinct(tags)));
      return Promise.all(dispatch(api.util.getRunningQueriesThunk()));
    };
    const stale = coalesce(refetch, PACE);
    const aside = coalesce(refetch, ASIDE);
    const rowMarks = createRowMarks((assetNumbers) => dispatch(liveChanged({ markedRows: assetNumbers })));
    // Rows are marked together with what has changed in them: one drawing instead of two.
    let others: string[] = [];
    const changed = coalesce<DeviceChange>((changes) => {
      notifyDevicesChanged(changes);
      rowMarks.show(others);
      others = [];
      return drawn();
    }, PACE);
    let greeted = false;
    // Without a connection there is no server to ask; the next greeting triggers a reread of everything that failed.
    const outdated = () => (store.getState().live.connection === 'open' ? outdatedTags(store.getState()) : []);
    const stopRetrying = retryOutdatedFetches(outdated, (tags) => stale.add(...tags));

    const onMessage = (message: LiveMessage) => {
      if (message.type === 'hello') {
        // Data requested before the first greeting may be older than the positions in it.
        if (!greeted || message.refetch) stale.add(...allTags);
        // No message announces what could not be read while the network was away, or that the server was restarted.
        stale.add(...failedTags(store.getState()));
        if (greeted) stale.add('District');
        greeted = true;
        return;
      }
      if (message.type === 'unplaced') return stale.add(...ofAnyDevice);
      if (message.type === 'device_updated' && message.renumberedTo !== undefined) {
        // The old number finds nothing any more; a separate message for the new one says what is stale.
        notifyRenumbered(message.barcodeNumber, message.renumberedTo);
        return;
      }
      for (const tag of staleTags(message)) (isAside(tag) ? aside : stale).add(tag);
      if (!('barcodeNumber' in message)) return;
      changed.add(message);
      if (!isOwnChange(message.barcodeNumber)) others.push(message.barcodeNumber);
    };

    const end = connectLater(liveAddress(location), {
      onMessage,
      onOpen: () => dispatch(liveChanged({ connection: 'open', note: undefined })),
      onLost: () => {
        dispatch(liveChanged({ connection: 'lost' }));
        // The server closes sockets whose sign-in has ended.
        dispatch(api.util.invalidateTags(['CurrentUser']));
      },
      onPoll: (note) => {
        dispatch(liveChanged({ connection: 'lost', note }));
        stale.add(...polledTags);
      },
    });
    return () => {
      end();
      stopRetrying();
      for (const each of [stale, aside, changed, rowMarks]) each.stop();
      dispatch(liveChanged(initialLive));
    };
  }, [dispatch, store]);
}

/** Resolves once a change has been drawn, so that a slow page gets the next ones later; hidden pages are not drawn. */
function drawn(): Promise<void> | undefined {
  if (document.hidden) return undefined;
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

export function liveAddress({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`;
}
