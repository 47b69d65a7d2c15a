import type { LiveDevice } from '@repairline/contracts/live';
import { coalesce, PACE, type Pace } from './coalesce';
import type { DeviceChange } from './device-changes';
import { listApi, loadedPages, LONGEST, type ShownList } from './device-list-calls';
import { refetchChangedPages, refetchFirstRows } from './device-list-refetch';
import { withDevice } from './device-places';

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

  const onChanges = (changes: readonly DeviceChange[]) => {
    const devices = changes.flatMap(({ device }) => device ?? []);
    for (const device of devices) noticed.set(device.id, device);
    const placed = showDevices(list, devices);
    if (placed.length > 0) totalChecks.add(true);
    const numbers = new Set(placed.map(({ barcodeNumber }) => barcodeNumber));
    for (const { barcodeNumber } of changes) if (!numbers.has(barcodeNumber)) refetches.add(barcodeNumber);
  };
  const stop = () => {
    refetches.stop();
    totalChecks.stop();
  };
  return { onChanges, stop };
}

/** Returns the devices whose place is clear; only the server knows whether the others belong in the list. */
function showDevices(list: ShownList, devices: readonly LiveDevice[]): LiveDevice[] {
  const placed = placeDevices(list, devices);
  // A read that is under way may return older data.
  const running = list.dispatch(listApi.util.getRunningQueryThunk('devices', list.filter));
  void running?.then(() => placeDevices(list, devices));
  return placed;
}

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
  if (pages !== data.pages) {
    dispatch(listApi.util.updateQueryData('devices', filter, (loaded) => void (loaded.pages = pages)));
  }
  return placed;
}
