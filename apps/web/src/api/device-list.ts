import type { LiveDevice } from '@repairline/contracts/live';
import { useEffect } from 'react';
import { useDispatch, useStore } from 'react-redux';
import { onDevicesChanged } from './device-changes';
import { listApi, loadedPages, type Dispatch, type State } from './device-list-calls';
import { longestPage, readAgain, readBeginning, type Looking } from './device-list-readings';
import { withDevice, type DeviceFilter } from './device-pages';

/** After changes that are shown as they are told, the server is asked this often at most; in ms. */
const CHECK_MS = 500;

/**
 * The devices that match, page by page. A device that is told of with what it is now is put where it belongs at once; after
 * other changes only the pages that they concern are read again.
 */
export function useDeviceList(filter: DeviceFilter) {
  const dispatch = useDispatch<Dispatch>();
  const store = useStore<State>();
  useEffect(() => follow({ filter, dispatch, state: () => store.getState() }), [filter, dispatch, store]);
  return listApi.useDevicesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
}

/** Keeps the list as it is now, until the function that comes back is called. */
function follow(list: Looking): () => void {
  const waiting = new Set<string>();
  /** What was told since the reading that is under way began: it may bring what was before. */
  const told = new Map<string, LiveDevice>();
  const habit = { isAtBeginning: false };
  let isCheckDue = false;
  let check: ReturnType<typeof setTimeout> | undefined;
  let reading: Promise<void> | undefined;

  const read = async () => {
    try {
      while (waiting.size > 0 || isCheckDue) {
        const changed = [...waiting];
        waiting.clear();
        told.clear();
        isCheckDue = false;
        await (changed.length > 0 ? readAgain({ ...list, changed, habit }) : readBeginning(list));
        showDevices(list, [...told.values()]);
      }
    } finally {
      reading = undefined;
    }
  };
  const readSoon = () => {
    check ??= setTimeout(() => {
      check = undefined;
      isCheckDue = true;
      void (reading ??= read());
    }, CHECK_MS);
  };

  const stop = onDevicesChanged(async (changes) => {
    const devices = changes.flatMap(({ device }) => device ?? []);
    for (const device of devices) told.set(device.id, device);
    const placed = new Set(showDevices(list, devices));
    if (placed.size > 0) readSoon();
    for (const { barcodeNumber } of changes) if (!placed.has(barcodeNumber)) waiting.add(barcodeNumber);
    if (waiting.size > 0) await (reading ??= read());
  });
  return () => {
    stop();
    clearTimeout(check);
  };
}

/** Answers the numbers of those whose place is clear; of the others only the server knows whether they have one. */
function showDevices(list: Looking, devices: readonly LiveDevice[]): string[] {
  const placed = placeDevices(list, devices);
  // A page that is being read may bring what was before.
  const running = list.dispatch(listApi.util.getRunningQueryThunk('devices', list.filter));
  void running?.then(() => placeDevices(list, devices));
  return placed;
}

function placeDevices({ filter, dispatch, state }: Looking, devices: readonly LiveDevice[]): string[] {
  const data = loadedPages(filter, state());
  if (!data) return [];
  const placed: string[] = [];
  let { pages } = data;
  for (const device of devices) {
    const after = withDevice(pages, device, { filter, longest: longestPage(data) });
    if (!after) continue;
    pages = after;
    placed.push(device.barcodeNumber);
  }
  if (pages !== data.pages) {
    dispatch(listApi.util.updateQueryData('devices', filter, (loaded) => void (loaded.pages = pages)));
  }
  return placed;
}
