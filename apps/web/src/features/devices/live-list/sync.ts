import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { LiveDevice } from '@repairline/contracts/live';
import type { Device } from '@repairline/contracts/repairs/views';
import type { DeviceChange } from '../../../api/calls/device-changes';
import { devicesApi } from '../../../api/calls/devices';
import { coalesce, PACE } from '../../../live/coalesce';
import { listApi, type DeviceFilter, type State } from './list-api';
import { stepsToPlace, stepsToTotal, type Patch } from './place';

/** With more changed devices at once than this, rereading all pages is cheaper. */
const REREAD_ALL_ABOVE = 20;
/** The server is asked for the total at most this often. */
const TOTAL_PACE = { ...PACE, wait: 500, rest: 500 };

/** RTK Query's type leaves infinite queries out; its `updateQueryData`, which has them, ends in this function. */
const patchList = listApi.util.patchQueryData as unknown as (
  endpoint: 'devices',
  filter: DeviceFilter,
  patches: readonly Patch[],
) => ThunkAction<void, State, unknown, UnknownAction>;

/**
 * Keeps a list up to date: a notice that carries the device puts it in its place at once; otherwise the device is asked
 * for. Where only the server knows whether it belongs in the list, all loaded pages are reread.
 */
export function createSync(
  filter: DeviceFilter,
  dispatch: ThunkDispatch<State, unknown, UnknownAction>,
  state: () => State,
) {
  /** When each device was last changed, as far as is known: an answer under way may be older. */
  const newest = new Map<string, string>();
  /** What else is told of the same event, such as a new entry, may arrive by itself. */
  let lastShown: DeviceChange | undefined;
  const loadedPages = () => listApi.endpoints.devices.select(filter)(state()).data?.pages;
  const hasRows = () => (loadedPages()?.[0]?.items.length ?? 0) > 0;
  const runningRead = () => dispatch(listApi.util.getRunningQueryThunk('devices', filter));
  const rereadAll = () =>
    dispatch(listApi.endpoints.devices.initiate(filter, { forceRefetch: true, subscribe: false }));
  const readDevice = (barcodeNumber: string): Promise<Device | undefined> =>
    answerOf(dispatch(devicesApi.endpoints.device.initiate(barcodeNumber, { forceRefetch: true })));

  const totals = coalesce<LiveDevice>(async () => {
    const total = await answerOf(dispatch(listApi.endpoints.deviceTotal.initiate(filter, { forceRefetch: true })));
    await runningRead();
    const pages = loadedPages() ?? [];
    const length = pages.reduce((sum, { items }) => sum + items.length, 0);
    if (total === undefined || (pages.at(-1)?.next === null && total !== length)) await rereadAll();
    else dispatch(patchList('devices', filter, stepsToTotal(pages, total)));
  }, TOTAL_PACE);

  function place(device: LiveDevice): boolean {
    if ((newest.get(device.id) ?? '') > device.updatedAt) return true;
    const steps = stepsToPlace(loadedPages() ?? [], device, filter);
    if (!steps) return false;
    newest.set(device.id, device.updatedAt);
    dispatch(patchList('devices', filter, steps));
    return true;
  }

  function show({ device }: { device?: LiveDevice | undefined }): boolean {
    if (!device || !place(device)) return false;
    // A read that is under way may return older data.
    void runningRead()?.then(() => place(device));
    totals.add(device);
    return true;
  }

  const rereads = coalesce<DeviceChange>(async (changes) => {
    // A read that is under way may predate a change.
    await runningRead();
    const numbers = [...new Set(changes.map(({ barcodeNumber }) => barcodeNumber))];
    const isClear = filter.q === undefined && hasRows() && changes.every(({ device }) => !device);
    const devices = isClear && numbers.length <= REREAD_ALL_ABOVE ? await Promise.all(numbers.map(readDevice)) : [];
    const areShown = devices.map((device) => show({ device }));
    if (areShown.length === 0 || areShown.includes(false)) await rereadAll();
  }, PACE);

  return {
    onChanges(changes: readonly DeviceChange[]) {
      const shown = changes.filter(show);
      lastShown = shown.at(-1) ?? lastShown;
      const numbers = new Set(shown.map(({ barcodeNumber }) => barcodeNumber));
      const isShown = (change: DeviceChange) => numbers.has(change.barcodeNumber) || isSameEvent(change, lastShown);
      rereads.add(...changes.filter((change) => !isShown(change)));
    },
    stop() {
      rereads.stop();
      totals.stop();
    },
  };
}

function isSameEvent(one: DeviceChange, other: DeviceChange | undefined): boolean {
  return one.at !== undefined && one.at === other?.at && one.context === other.context;
}

/**
 * Stays subscribed until the answer is here: RTK Query aborts a request without subscribers when the previous answer to
 * the same question expires. A failed request still carries that previous answer, which must not be taken for its own.
 */
async function answerOf<Answer>(call: Promise<{ data?: Answer; isError: boolean }> & { unsubscribe: () => void }) {
  const { data, isError } = await call;
  call.unsubscribe();
  return isError ? undefined : data;
}
