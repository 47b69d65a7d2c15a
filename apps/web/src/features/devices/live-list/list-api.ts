import type { Page } from '@repairline/contracts/page';
import type { FactFilterName } from '@repairline/contracts/repairs/device-facts';
import type { Device } from '@repairline/contracts/repairs/views';
import { api } from '../../../api/api';
import type { PageMeta, ReadArgs } from '../../../api/base-query';

export const PAGE_LENGTH = 200;
/** How long an unused list is kept, in seconds, for people who come back to their place in it. */
const KEPT_FOR = 600;

export type DevicePage = Page<Device>;
export type DeviceFilter = { q?: string } & Partial<Record<FactFilterName, string>>;

interface PageCall {
  filter: DeviceFilter;
  cursor: string | null;
  limit: number;
}
const callOf = ({ filter, cursor, limit }: PageCall): ReadArgs => ({
  url: 'devices',
  params: { ...filter, limit: String(limit), cursor: cursor ?? undefined },
});
const pageOf = (items: Device[], meta: PageMeta | undefined): DevicePage => ({
  items,
  total: meta?.total ?? items.length,
  next: meta?.next ?? null,
});

export const listApi = api.injectEndpoints({
  endpoints: (build) => ({
    devices: build.infiniteQuery<DevicePage, DeviceFilter, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next ?? undefined },
      query: ({ queryArg, pageParam }) => callOf({ filter: queryArg, cursor: pageParam, limit: PAGE_LENGTH }),
      transformResponse: pageOf,
      keepUnusedDataFor: KEPT_FOR,
      providesTags: ['DevicePages'],
    }),
    /** Reads one page anew. */
    devicePage: build.query<DevicePage, PageCall>({
      query: callOf,
      transformResponse: pageOf,
      keepUnusedDataFor: 0,
    }),
  }),
});

export type State = Parameters<ReturnType<typeof listApi.endpoints.devices.select>>[0];

/** Each device once: one that has moved up may also still be on its old page. */
export function devicesOf(pages: readonly DevicePage[]): Device[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)));
}

/** Compares field by field, because each answer brings new objects. */
export function isSameDevice(one: Device, other: Device): boolean {
  const fields = Object.keys(other) as (keyof Device)[];
  return fields.length === Object.keys(one).length && fields.every((field) => one[field] === other[field]);
}
