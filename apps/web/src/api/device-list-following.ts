import type { LiveDevice } from '@repairline/contracts/live';
import { coalesce, PACE, type Pace } from './coalesce';
import type { DeviceChange } from './device-changes';
import { LONGEST, listApi, loadedPages, type Looking } from './device-list-calls';
import { readAgain, readBeginning } from './device-list-readings';
import { withDevice } from './device-places';

/** After changes that show directly from their notices, the server is asked at most this often. */
const CHECKS: Pace = { ...PACE, wait: 500, rest: 500 };

/** Keeps a list up to date from the notices of changes. */
export function follow(list: Looking) {
  /** Devices from notices that arrived since the current read began, which may return older data. */
  const told = new Map<string, LiveDevice>();
  const habit = { isAtBeginning: false };
  let reading = Promise.resolve();
  const inTurn = (read: () => Promise<void>) => {
    const next = async () => {
      told.clear();
      await read();
      showDevices(list, [...told.values()]);
    };
    return (reading = reading.then(next, next));
  };
  const asks = coalesce<string>((numbers) => {
    const changed = [...new Set(numbers)];
    return inTurn(() => readAgain({ ...list, changed, habit }));
  }, PACE);
  const checks = coalesce<true>(() => inTurn(() => readBeginning(list)), CHECKS);

  const tell = (changes: readonly DeviceChange[]) => {
    const devices = changes.flatMap(({ device }) => device ?? []);
    for (const device of devices) told.set(device.id, device);
    const placed = showDevices(list, devices);
    if (placed.length > 0) checks.add(true);
    const numbers = new Set(placed.map(({ barcodeNumber }) => barcodeNumber));
    for (const { barcodeNumber } of changes) if (!numbers.has(barcodeNumber)) asks.add(barcodeNumber);
  };
  const stop = () => {
    asks.stop();
    checks.stop();
  };
  return { tell, stop };
}

/** Returns the devices whose place is clear; only the server knows whether the others belong in the list. */
function showDevices(list: Looking, devices: readonly LiveDevice[]): LiveDevice[] {
  const placed = placeDevices(list, devices);
  // A read that is under way may return older data.
  const running = list.dispatch(listApi.util.getRunningQueryThunk('devices', list.filter));
  void running?.then(() => placeDevices(list, devices));
  return placed;
}

function placeDevices({ filter, dispatch, state }: Looking, devices: readonly LiveDevice[]): LiveDevice[] {
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
