import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { LiveChange, LiveMessage } from '@repairline/contracts/live';
import { useEffect } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { api } from '../api/api';
import { coalesce, PACE, type Pace } from '../api/coalesce';
import { tellDevicesChanged, tellRenumbered, type DeviceChange } from '../api/device-changes';
import { createFlashes } from './flashes';
import type { LiveEvents } from './live-connection';
import { connectionClosed, connectionLost, connectionOpened, flashed, type WithLive } from './live-slice';
import { isOwnChange } from './own-changes';
import { retryReadings } from './retry-readings';
import { distinct, everything, failedTags, outdatedTags, staleTags, type ApiState, type StaleTag } from './stale-tags';

/** Counts and news beside the list: twice a second is often enough, and leaves the server to who waits for the list. */
const ASIDE: Pace = { ...PACE, rest: 500 };
const isAside = (tag: StaleTag) => tag === 'Stats' || tag === 'Activity';

/** Keeps what this browser shows up to date for as long as the component is on the screen. */
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
    const changed = coalesce<DeviceChange>((changes) => {
      tellDevicesChanged(changes);
      return drawn();
    }, PACE);
    const flashes = createFlashes((assetNumbers) => dispatch(flashed(assetNumbers)));
    let greeted = false;
    // Without a connection there is nobody to ask; the next greeting has everything that failed read again.
    const isConnected = () => store.getState().live.connection === 'open';
    const outdated = () => (isConnected() ? outdatedTags(store.getState()) : []);
    const stopRetrying = retryReadings(outdated, (tags) => stale.add(...tags));

    const flash = (change: LiveChange) => {
      if (!('barcodeNumber' in change) || isOwnChange(change.barcodeNumber)) return;
      flashes.show(change.barcodeNumber);
    };

    const onMessage = (message: LiveMessage) => {
      if (message.type === 'hello') {
        // What was asked for before the first greeting may be older than the positions in it.
        if (!greeted || message.refetch) stale.add(...everything);
        // Nobody tells of what could not be read while the network was away.
        stale.add(...failedTags(store.getState()));
        greeted = true;
        return;
      }
      if (message.type === 'device_updated' && message.renumberedTo !== undefined) {
        // By the old number nobody finds it any more; what is stale is told of with the new one.
        tellRenumbered(message.barcodeNumber, message.renumberedTo);
        return;
      }
      for (const tag of staleTags(message)) (isAside(tag) ? aside : stale).add(tag);
      if ('barcodeNumber' in message) changed.add(message);
      flash(message);
    };

    const end = connectLater({
      onMessage,
      onOpen: () => dispatch(connectionOpened()),
      onLost: () => {
        dispatch(connectionLost());
        // The server closes sockets whose sign-in has ended.
        dispatch(api.util.invalidateTags(['CurrentUser']));
      },
    });
    return () => {
      end();
      stopRetrying();
      stale.stop();
      aside.stop();
      changed.stop();
      flashes.stop();
      dispatch(connectionClosed());
    };
  }, [dispatch, store]);
}

/** A page that needs long to draw a change is told of the next ones later; what nobody sees is not drawn. */
function drawn(): Promise<void> | undefined {
  if (document.hidden) return undefined;
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

/** The socket's code is fetched after the screen it keeps up to date. */
function connectLater(events: LiveEvents): () => void {
  let end: (() => void) | undefined;
  let ended = false;
  import('./live-connection').then(
    ({ connectLive }) => {
      if (!ended) end = connectLive(liveAddress(location), events);
    },
    () => events.onLost(),
  );
  return () => {
    ended = true;
    end?.();
  };
}

export function liveAddress({ protocol, host }: Pick<Location, 'protocol' | 'host'>): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`;
}
