import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { LiveDevice } from '@repairline/contracts/live';
import type { DeviceChange } from '../../../api/calls/device-changes';
import { devicesApi } from '../../../api/calls/devices';
import { coalesce, PACE } from '../../../live/coalesce';
import { listApi, PAGE_LENGTH, type DeviceFilter, type State } from './list-api';
import { cutAtNext, pagesTouched, stepsToPlace, stepsToTotal, type Patch } from './place';

/** With more changed devices at once than this, rereading all pages is cheaper. */
const REREAD_ALL_ABOVE = 20;
/** The most that the server returns, and how many devices may have entered a page that is reread. */
const [MOST_PER_CALL, ROOM] = [500, 50];
/** The server is asked for the total at most this often. */
const TOTAL_PACE = { ...PACE, wait: 500, rest: 500 };

/** RTK Query's type leaves infinite queries out; its `updateQueryData`, which has them, ends in this function. */
const patchList = listApi.util.patchQueryData as unknown as (
  endpoint: 'devices',
  filter: DeviceFilter,
  patches: readonly Patch[],
) => ThunkAction<void, State, unknown, UnknownAction>;

type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;

/**
 * Keeps a list up to date: a notice that carries the device puts it in its place at once; otherwise the device is asked
 * for. Where only the server knows whether it belongs in the list, the pages it was on and would be on are reread.
 */
export function createSync(filter: DeviceFilter, dispatch: Dispatch, state: () => State) {
  const list = listOf(filter, dispatch, state);
  const { loaded, runningRead, rereadAll, readDevice, readPage, patch } = list;
  /** When each device was last changed, as far as is known: an answer under way may be older. */
  const newest = new Map<string, string>();
  /** What else is told of the same event, such as a new entry, may arrive by itself. */
  let lastShown: DeviceChange | undefined;

  const totals = coalesce<LiveDevice>(async () => {
    const total = (await readPage(null, 1))?.total;
    await runningRead();
    const { pages } = loaded();
    const length = pages.reduce((sum, { items }) => sum + items.length, 0);
    if (total === undefined || (pages.at(-1)?.next === null && total !== length)) await rereadAll();
    else patch(stepsToTotal(pages, total));
  }, TOTAL_PACE);

  function place(device: LiveDevice): boolean {
    if ((newest.get(device.id) ?? '') > device.updatedAt) return true;
    const steps = stepsToPlace(loaded().pages, device, filter);
    if (!steps) return false;
    newest.set(device.id, device.updatedAt);
    patch(steps);
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
    const told = new Map(changes.map(({ barcodeNumber, device }) => [barcodeNumber, device]));
    const isMuch = told.size > REREAD_ALL_ABOVE || !loaded().pages[0]?.items.length;
    const devices = isMuch
      ? []
      : await Promise.all([...told].map(async ([number, device]) => device ?? readDevice(number)));
    const known = devices.filter((device) => device !== undefined);
    const unclear = known.filter((device) => !show({ device }));
    const areKnown = known.length === told.size;
    if (areKnown && (unclear.length === 0 || (await rereadPages(list, unclear)))) return;
    await runningRead();
    await rereadAll();
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

/** Whether that was possible: no page may have become too long or empty, or have changed meanwhile. */
async function rereadPages(list: ReturnType<typeof listOf>, devices: readonly LiveDevice[]): Promise<boolean> {
  const { pages, pageParams } = list.loaded();
  const touched = [...new Set(devices.flatMap((device) => pagesTouched(pages, device)))];
  const readAgain = async (index: number) => {
    const [before, next] = pages.slice(index);
    const limit = before && next ? before.items.length + ROOM : PAGE_LENGTH;
    const page = limit <= MOST_PER_CALL ? await list.readPage(pageParams[index] ?? null, limit) : undefined;
    return page && before && cutAtNext(page, before, next);
  };
  const fresh = await Promise.all(touched.map(readAgain));
  if (fresh.includes(undefined) || list.runningRead() || list.loaded().pages !== pages) return false;
  list.patch(fresh.map((page, at) => ({ op: 'replace', path: ['pages', touched[at] ?? 0], value: page })));
  const total = fresh.at(-1)?.total;
  if (total !== undefined) list.patch(stepsToTotal(pages, total));
  return true;
}

const NOTHING = { pages: [], pageParams: [] };

/** The list in the store, and what can be asked of the server for it. */
function listOf(filter: DeviceFilter, dispatch: Dispatch, state: () => State) {
  const { devices, devicePage } = listApi.endpoints;
  const { device } = devicesApi.endpoints;
  return {
    loaded: () => devices.select(filter)(state()).data ?? NOTHING,
    runningRead: () => dispatch(listApi.util.getRunningQueryThunk('devices', filter)),
    rereadAll: () => dispatch(devices.initiate(filter, { forceRefetch: true, subscribe: false })),
    readDevice: (barcodeNumber: string) => answerOf(dispatch(device.initiate(barcodeNumber, { forceRefetch: true }))),
    readPage: (cursor: string | null, limit: number) =>
      answerOf(dispatch(devicePage.initiate({ filter, cursor, limit }, { forceRefetch: true }))),
    patch: (steps: readonly Patch[]) => dispatch(patchList('devices', filter, steps)),
  };
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
