import { configureStore } from '@reduxjs/toolkit';
import type { LiveDevice } from '@repairline/contracts/live';
import type { Device } from '@repairline/contracts/repairs/views';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { api } from '../../../api/api';
import { notifyDevicesChanged, type DeviceChange } from '../../../api/calls/device-changes';
import { outdatedTags } from '../../../live/stale-tags';
import { devicesOf, type DevicePage } from './list-api';
import { useDeviceList } from './live-list';

const PAGE = 200;
const filter = {};
let devices: Device[];
let asked: string[];
let touched: number;

/** The lower the `age`, in minutes, the newer the change. */
function deviceAt(age: number, barcodeNumber = `CB-${String(age).padStart(4, '0')}`): Device {
  const updatedAt = new Date(Date.parse('2026-03-10T12:00:00Z') - age * 60_000).toISOString();
  return { id: `id-${barcodeNumber}`, barcodeNumber, highestPriority: 'Medium', updatedAt } as Device;
}

/** Pages as the server does: the cursor names the device after which a page begins. */
function answer(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://any');
  const barcode = /devices\/(.+)/u.exec(pathname)?.[1];
  const limit = Number(searchParams.get('limit'));
  const beginning = limit < PAGE ? `first ${limit}` : 'first';
  asked.push(barcode ?? (searchParams.get('cursor') ? `after ${searchParams.get('cursor')}` : beginning));
  if (barcode) return json(devices.find(({ barcodeNumber }) => barcodeNumber === barcode));
  const cursor = searchParams.get('cursor');
  const from = cursor === null ? 0 : devices.findIndex(({ updatedAt }) => updatedAt < cursor);
  const to = from + limit;
  const items = devices.slice(from, to);
  const next = to < devices.length ? `</any?cursor=${items.at(-1)?.updatedAt}>; rel="next"` : '';
  return json(items, { 'X-Total-Count': `${devices.length}`, Link: next });
}

function json(body: unknown, headers: Record<string, string> = {}) {
  return {
    ok: true,
    text: async () => JSON.stringify(body),
    headers: { get: (name: string) => headers[name] ?? null },
  };
}

/** From now on, each answer is held back until the test sends it, with the data of the time when it was requested. */
function heldAnswers(): (() => void)[] {
  const answers: (() => void)[] = [];
  globalThis.fetch = jest.fn((address: string) => {
    const answered = answer(address);
    return new Promise((resolve) => answers.push(() => resolve(answered)));
  }) as never;
  return answers;
}

async function openList(pages: number) {
  const store = configureStore({
    reducer: { [api.reducerPath]: api.reducer },
    middleware: (defaults) => defaults({ immutableCheck: false, serializableCheck: false }).concat(api.middleware),
  });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const look = () => renderHook(() => useDeviceList(filter), { wrapper });
  const numbers = (pages: DevicePage[] = []) => devicesOf(pages).map(({ barcodeNumber }) => barcodeNumber);
  const { result, unmount: leave } = look();
  await waitFor(() => expect(result.current.data?.pages).toHaveLength(1));
  for (let page = 2; page <= pages; page += 1) {
    await act(async () => void (await result.current.fetchNextPage()));
    await waitFor(() => expect(result.current.data?.pages).toHaveLength(page));
  }
  asked = [];
  return {
    store,
    leave,
    comeBack: () => {
      const { result: again } = look();
      return () => numbers(again.current.data?.pages);
    },
    shown: () => numbers(result.current.data?.pages),
    total: () => result.current.data?.pages.at(-1)?.total,
    fetchNextPage: () => result.current.fetchNextPage(),
  };
}

/** Changes the device, which makes it the first of its priority. */
function touch(index: number, fields: Partial<Device> = {}) {
  const [device] = devices.splice(index, 1) as [Device];
  touched += 1;
  devices.unshift({ ...device, ...deviceAt(-touched, device.barcodeNumber), ...fields });
  return device.barcodeNumber;
}

const inOrder = () => devices.map(({ barcodeNumber }) => barcodeNumber);
const changeOf = (barcodeNumber: string) => ({ barcodeNumber });
const tell = (...barcodeNumbers: string[]) => act(() => notifyDevicesChanged(barcodeNumbers.map(changeOf)));

beforeEach(() => {
  asked = [];
  touched = 0;
  devices = Array.from({ length: 5 * PAGE }, (_, age) => deviceAt(age));
  globalThis.fetch = jest.fn(async (address: string) => answer(address)) as never;
});

test('a change told without the device reads only that device, and then the total', async () => {
  const { shown } = await openList(4);
  const changed = touch(2 * PAGE + 7);
  tell(changed);
  await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, 4 * PAGE)));
  await waitFor(() => expect(asked).toEqual([changed, 'first 1']));
});

test('successive changes are all shown, and no device is lost or duplicated', async () => {
  const { shown } = await openList(3);
  for (const index of [450, 250, 199, 599, 0, 200]) {
    tell(touch(index));
    await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, shown().length)));
    expect(shown().length).toBeGreaterThanOrEqual(3 * PAGE);
  }
});

test('a device that moves beyond the loaded pages changes its page alone', async () => {
  const { shown } = await openList(2);
  const [gone] = devices.splice(250, 1) as [Device];
  devices.push({ ...gone, highestPriority: 'Low' });
  tell(gone.barcodeNumber);
  await waitFor(() => expect(shown()).not.toContain(gone.barcodeNumber));
  expect(shown()).toEqual(inOrder().slice(0, 2 * PAGE - 1));
  await waitFor(() => expect(asked).toEqual([gone.barcodeNumber, 'first 1']));
});

test('a refetch that is never answered does not block the next ones for good', async () => {
  const { shown } = await openList(1);
  const ending = new AbortController();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(ending.signal);
  const answering = globalThis.fetch;
  const unanswered = jest.fn((_: string, { signal }: RequestInit) => {
    return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason as Error)));
  });
  globalThis.fetch = unanswered as never;
  tell(touch(3));
  await waitFor(() => expect(unanswered).toHaveBeenCalled());
  globalThis.fetch = answering;
  timeout.mockRestore();
  tell(touch(5));
  act(() => ending.abort());
  await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, PAGE)));
});

test('if a device cannot be refetched, its previous state is not taken for the current one', async () => {
  const { shown } = await openList(3);
  const number = touch(450);
  tell(number);
  await waitFor(() => expect(shown()[0]).toBe(number));
  const [device] = devices.splice(0, 1) as [Device];
  devices.splice(500, 0, { ...device, ...deviceAt(500.5, number) });
  const answering = globalThis.fetch;
  const refused = { ok: false, status: 503, statusText: 'Away', text: async () => '' };
  globalThis.fetch = jest.fn(async (address: string, init: RequestInit) => {
    if (!address.includes(number)) return answering(address, init);
    globalThis.fetch = answering;
    return refused;
  }) as never;
  tell(number);
  await waitFor(() => expect(shown()[0]).not.toBe(number));
  await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, shown().length)));
  expect(shown()).toContain(number);
});

test('a change during a refetch gets its own refetch, and neither is aborted', async () => {
  const signals: AbortSignal[] = [];
  globalThis.fetch = jest.fn(async (address: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    const answered = answer(address);
    await new Promise((resolve) => setTimeout(resolve, 20));
    return answered;
  }) as never;
  const { shown } = await openList(1);
  tell(touch(3));
  await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, PAGE)));
  asked = [];
  const before = signals.length;
  tell(touch(5));
  await waitFor(() => expect(signals).toHaveLength(before + 1));
  tell(touch(7));
  await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, PAGE)));
  expect(asked.filter((read) => read !== 'first 1')).toEqual(['CB-0005', 'CB-0007']);
  expect(signals.filter(({ aborted }) => aborted)).toEqual([]);
});

test.each([
  ['before', true],
  ['after', false],
])('no device is lost if the next page arrives %s the changed device', async (_, arrivesFirst) => {
  const { shown, fetchNextPage } = await openList(1);
  const answers = heldAnswers();
  tell(touch(700));
  await waitFor(() => expect(answers).toHaveLength(1));
  let next: Promise<unknown> | undefined;
  act(() => void (next = fetchNextPage()));
  await waitFor(() => expect(answers).toHaveLength(2));
  globalThis.fetch = jest.fn(async (address: string) => answer(address)) as never;
  for (const send of arrivesFirst ? answers.reverse() : answers) {
    await act(async () => send());
    await waitFor(() => expect(shown().length).toBeGreaterThanOrEqual(PAGE));
  }
  await act(async () => void (await next));
  await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, 2 * PAGE + 1)));
});

test('an older refetch of one page does not undo a newer refetch of all pages', async () => {
  const { store, shown } = await openList(1);
  const answers = heldAnswers();
  tell(touch(3));
  await waitFor(() => expect(answers).toHaveLength(1));
  touch(5);
  act(() => void store.dispatch(api.util.invalidateTags(['DevicePages'])));
  for (const number of [1, 2]) {
    await waitFor(() => expect(answers).toHaveLength(number));
    await act(async () => answers[number - 1]?.());
  }
  await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, PAGE)));
});

test('a list reopened during a refetch shows changes made since that refetch began', async () => {
  const { store, leave, comeBack } = await openList(1);
  const answering = globalThis.fetch;
  const answers = heldAnswers();
  act(() => void store.dispatch(api.util.invalidateTags(['DevicePages'])));
  await waitFor(() => expect(answers).toHaveLength(1));
  globalThis.fetch = answering;
  leave();
  touch(20);
  const shown = comeBack();
  await act(async () => answers[0]?.());
  await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, PAGE)));
});

test('a complete list drops a device that is gone without notice, because its total tells', async () => {
  devices = devices.slice(0, 120);
  const { shown } = await openList(1);
  tell(touch(4));
  await waitFor(() => expect(shown()).toEqual(inOrder()));
  devices.splice(100, 1);
  tell(touch(3));
  await waitFor(() => expect(shown()).toEqual(inOrder()));
});

test('an empty list is refetched for each new device', async () => {
  devices = [];
  const { shown } = await openList(1);
  for (const count of [1, 2]) {
    devices.unshift(deviceAt(-count, `NEW-${count}`));
    tell(`NEW-${count}`);
    await waitFor(() => expect(shown()).toEqual(inOrder()));
  }
});

test('more than 20 changes at once refetch all loaded pages', async () => {
  const { shown } = await openList(3);
  const changed = Array.from({ length: 21 }, (_, index) => touch(300 + index));
  tell(...changed);
  await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, 3 * PAGE)));
  expect(asked).toHaveLength(3);
});

describe('a change notice that carries the device', () => {
  const tellOf = (...told: LiveDevice[]) =>
    act(() => notifyDevicesChanged(told.map((device) => ({ barcodeNumber: device.barcodeNumber, device }))));
  const now = (barcodeNumber: string) => devices.find((device) => device.barcodeNumber === barcodeNumber) as Device;

  test('places the device without a fetch, and then refetches the total once', async () => {
    const { shown, total } = await openList(1);
    for (const index of [150, 3, 600]) tellOf(now(touch(index)));
    devices.unshift(deviceAt(-5, 'NEW-1'));
    tellOf(now('NEW-1'));
    await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, PAGE + 2)));
    expect(asked).toEqual([]);
    await waitFor(() => expect(total()).toBe(5 * PAGE + 1));
    expect(asked).toEqual(['first 1']);
    expect(shown()).toEqual(inOrder().slice(0, PAGE + 2));
  });

  test('also covers what is told of the same event by itself, and nothing else', async () => {
    const { shown } = await openList(1);
    const barcodeNumber = touch(150);
    const event = { context: 'repairs', at: 7, barcodeNumber } as const;
    const tellAll = (...changes: DeviceChange[]) => act(async () => notifyDevicesChanged(changes));
    await tellAll({ ...event, device: now(barcodeNumber) });
    await tellAll(event);
    await waitFor(() => expect(asked).toEqual(['first 1']));
    for (const other of [
      { ...event, at: 8 },
      { ...event, context: 'billing' },
    ] as const) {
      asked = [];
      await tellAll(other);
      await waitFor(() => expect(asked).toHaveLength(1));
    }
    expect(shown()).toEqual(inOrder().slice(0, PAGE));
  });

  test('places the device, and marks the list as outdated if the total cannot be fetched', async () => {
    const { store, shown } = await openList(2);
    globalThis.fetch = jest.fn(async () => ({ ...json({}), ok: false, status: 503 })) as never;
    const changed = touch(PAGE + 7);
    tellOf(now(changed));
    await waitFor(() => expect(outdatedTags(store.getState())).toEqual(['DevicePages']));
    expect(shown()[0]).toBe(changed);
  });

  test('moves the device between the loaded pages, or off them', async () => {
    const { shown } = await openList(3);
    tellOf(now(touch(450)));
    await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, 3 * PAGE)));
    const [gone] = devices.splice(250, 1) as [Device];
    devices.push({ ...gone, highestPriority: 'Low' });
    tellOf(now(gone.barcodeNumber));
    await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, 3 * PAGE - 1)));
    await waitFor(() => expect(asked).toEqual(['first 1']));
  });

  test('is not undone by a fetch that began before it', async () => {
    const { shown, fetchNextPage } = await openList(1);
    const answers = heldAnswers();
    const answered = async () => {
      await waitFor(() => expect(answers).toHaveLength(1));
      await act(async () => answers.splice(0).forEach((send) => send()));
    };

    tell(touch(5));
    await waitFor(() => expect(answers).toHaveLength(1));
    tellOf(now(touch(120)));
    await answered();
    await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, PAGE)));
    // The check that follows placing the device.
    await answered();

    let next: Promise<unknown> | undefined;
    act(() => void (next = fetchNextPage()));
    await waitFor(() => expect(answers).toHaveLength(1));
    tellOf(now(touch(130)));
    await answered();
    await act(async () => void (await next));
    await waitFor(() => expect(shown().slice(0, PAGE)).toEqual(inOrder().slice(0, PAGE)));
  });

  test('loses to a newer notice, in whatever order the two arrive', async () => {
    const { shown } = await openList(1);
    const number = touch(40);
    const before = { ...now(number), highestPriority: 'High' } as Device;
    devices.splice(0, 1, { ...before, highestPriority: 'Low', updatedAt: deviceAt(-99).updatedAt });
    tellOf(before, now(number));
    await waitFor(() => expect(shown()).not.toContain(number));
    devices.splice(0, 1);
    const other = touch(30);
    const older = { ...now(other), ...deviceAt(99, other) };
    tellOf(now(other), older);
    await waitFor(() => expect(shown()[0]).toBe(other));
  });

  test('refetches the page if the client cannot decide whether the device belongs to the list', async () => {
    const { shown } = await openList(1);
    const scrapped = touch(7, { status: 'PARTS' });
    const told = now(scrapped);
    devices.splice(0, 1);
    tellOf(told);
    await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, PAGE)));
    expect(asked).toEqual(['first']);
  });
});

describe('where only the server knows whether a device belongs in the list', () => {
  const scrapped = (index: number) => {
    const barcodeNumber = touch(index, { status: 'PARTS' });
    const device = devices[0] as Device;
    return act(() => notifyDevicesChanged([{ barcodeNumber, device }]));
  };

  test('only the pages it was on and would be on are reread', async () => {
    const { shown } = await openList(4);
    scrapped(2 * PAGE + 7);
    await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, 4 * PAGE)));
    expect(asked).toHaveLength(2);
    expect(asked).toContain('first');
  });

  test('all pages are reread if one of these has changed meanwhile', async () => {
    const { shown } = await openList(4);
    const answering = globalThis.fetch;
    const answers = heldAnswers();
    scrapped(2 * PAGE + 7);
    await waitFor(() => expect(answers).toHaveLength(2));
    const barcodeNumber = touch(3);
    const device = devices[0] as Device;
    act(() => notifyDevicesChanged([{ barcodeNumber, device }]));
    globalThis.fetch = answering;
    await act(async () => answers.forEach((send) => send()));
    await waitFor(() => expect(shown()).toEqual(inOrder().slice(0, 4 * PAGE)));
  });
});
