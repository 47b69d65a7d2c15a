import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Device } from '@repairline/contracts/repairs/views';
import { api } from './api';
import type { ReadArgs, PageMeta } from './base-query';
import type { DeviceFilter, DevicePage } from './device-pages';
import { devicesApi } from './devices';

export const PAGE = 200;
/** The longest that a page may grow as devices enter it; the server returns 500 at most. */
export const LONGEST = 450;
/** How long an unused list is kept, in seconds, for people who come back to their place in it. */
const KEPT_FOR = 600;

interface PageCall {
  filter: DeviceFilter;
  cursor: string | null;
  limit: number;
}
export type Cursor = string | null;
export interface Pages {
  pages: DevicePage[];
  pageParams: Cursor[];
}
export type State = Parameters<ReturnType<typeof listApi.endpoints.devices.select>>[0];
export type Dispatch = ThunkDispatch<State, unknown, UnknownAction>;

export const listApi = api.injectEndpoints({
  endpoints: (build) => ({
    devices: build.infiniteQuery<DevicePage, DeviceFilter, Cursor>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next ?? undefined },
      query: ({ queryArg, pageParam }) => pageCall({ filter: queryArg, cursor: pageParam, limit: PAGE }),
      transformResponse: pageOf,
      keepUnusedDataFor: KEPT_FOR,
      providesTags: ['DevicePages'],
    }),
    /** Rereads one page of the list. */
    devicePage: build.query<DevicePage, PageCall>({
      query: pageCall,
      transformResponse: pageOf,
      keepUnusedDataFor: 0,
    }),
  }),
});

function pageCall({ filter, cursor, limit }: PageCall): ReadArgs {
  return { url: 'devices', params: { ...filter, limit: String(limit), cursor: cursor ?? undefined } };
}

function pageOf(items: Device[], meta: PageMeta | undefined): DevicePage {
  return { items, total: meta?.total ?? items.length, next: meta?.next ?? null };
}

/** A list that is on the screen. */
export interface ShownList {
  filter: DeviceFilter;
  dispatch: Dispatch;
  state: () => State;
}

/** The loaded pages of a list. */
export const loadedPages = (filter: DeviceFilter, state: State): Pages | undefined =>
  listApi.endpoints.devices.select(filter)(state).data;

export function fetchPage(call: PageCall, dispatch: Dispatch): Promise<DevicePage | undefined> {
  return resultOf(dispatch(listApi.endpoints.devicePage.initiate(call, { forceRefetch: true })));
}

export function fetchDevice(barcodeNumber: string, dispatch: Dispatch): Promise<Device | undefined> {
  return resultOf(dispatch(devicesApi.endpoints.device.initiate(barcodeNumber, { forceRefetch: true })));
}

type RunningCall<T> = Promise<{ data?: T; isError: boolean }> & { unsubscribe: () => void };

/**
 * Stays subscribed until the answer is here: RTK Query aborts a request without subscribers when the previous answer to
 * the same question expires. A failed request still carries that previous answer, which must not be taken for its own.
 */
async function resultOf<T>(running: RunningCall<T>): Promise<T | undefined> {
  const { data, isError } = await running;
  running.unsubscribe();
  return isError ? undefined : data;
}
