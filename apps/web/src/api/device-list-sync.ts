import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { LiveDevice } from '@repairline/contracts/live';
import { coalesce, PACE, type Pace } from './coalesce';
import type { DeviceChange } from './device-changes';
import { listApi, loadedPages, LONGEST, type ShownList, type State } from './device-list-calls';
import { refetchChangedPages, refetchFirstRows } from './device-list-refetch';
import type { DeviceFilter } from './device-pages';
import { patchesBetween, withDevice, type Patch } from './device-places';

/** After changes that show directly from their notices, the server is asked at most this often. */
const TOTAL_CHECK_PACE: Pace = { ...PACE, wait: 500, rest: 500 };

/** Keeps a list up to date from the notices of changes. */
export function syncListWithNotices(list: ShownList) {
  /** Devices from notices that arrived since the current read began, which may return older data. */
  const noticed = new Map<string, LiveDevice>();
  const lastPlace = { isAtBeginning: false };
  let running = Promise.resolve();
  const inTurn = (read: () => Promise<void>) => {
    const next = async () => {
      noticed.clear();
      await read();
      showDevices(list, [...noticed.values()]);
    };
    return (running = running.then(next, next));
  };
  const refetches = coalesce<string>((numbers) => {
    const changed = [...new Set(numbers)];
    return inTurn(() => refetchChangedPages({ ...list, changed, lastPlace }));
  }, PACE);
  const totalChecks = coalesce<true>(() => inTurn(() => refetchFirstRows(list)), TOTAL_CHECK_PACE);

  /** The last change that showed from its notice. What else is told of the same event may arrive by itself. */
  let lastPlaced: DeviceChange | undefined;

  const onChanges = (changes: readonly DeviceChange[]) => {
    const devices = changes.flatMap(({ device }) => device ?? []);
    for (const device of devices) noticed.set(device.id, device);
    const placed = new Set<DeviceChange['device']>(showDevices(list, devices));
    if (placed.size > 0) totalChecks.add(true);
    const shown = changes.filter(({ device }) => placed.has(device));
    const numbers = new Set(shown.map(({ barcodeNumber }) => barcodeNumber));
    for (const change of changes) {
      const shows = numbers.has(change.barcodeNumber) || isOfSameEvent(change, lastPlaced);
      if (!shows) refetches.add(change.barcodeNumber);
    }
    lastPlaced = shown.at(-1) ?? lastPlaced;
  };
  const stop = () => {
    refetches.stop();
    totalChecks.stop();
  };
  return { onChanges, stop };
}

function isOfSameEvent(one: DeviceChange, other: DeviceChange | undefined): boolean {
  return one.at !== undefined && one.at === other?.at && one.context === other.context;
}

/** Returns the devices whose place is clear; only the server knows whether the others belong in the list. */
function showDevices(list: ShownList, devices: readonly LiveDevice[]): LiveDevice[] {
  const placed = placeDevices(list, devices);
  // A read that is under way may return older data.
  const running = list.dispatch(listApi.util.getRunningQueryThunk('devices', list.filter));
  void running?.then(() => placeDevices(list, devices));
  return placed;
}

/** RTK Query's type leaves infinite queries out; its `updateQueryData`, which has them, ends in this function. */
const patchList = listApi.util.patchQueryData as unknown as (
  endpoint: 'devices',
  filter: DeviceFilter,
  patches: readonly Patch[],
) => ThunkAction<void, State, unknown, UnknownAction>;

function placeDevices({ filter, dispatch, state }: ShownList, devices: readonly LiveDevice[]): LiveDevice[] {
  const data = loadedPages(filter, state());
  if (!data) return [];
  const placed: LiveDevice[] = [];
  let { pages } = data;
  for (const device of devices) {
    const after = withDevice(pages, device, { filter, longest: LONGEST });
    if (!after) continue;
    pages = after;
    placed.push(device);
  }
  const patches = patchesBetween(data.pages, pages);
  if (patches.length > 0) dispatch(patchList('devices', filter, patches));
  return placed;
}
