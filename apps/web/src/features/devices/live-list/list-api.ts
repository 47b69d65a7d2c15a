import type { Page } from '@repairline/contracts/page';
import type { FactFilterName } from '@repairline/contracts/repairs/device-facts';
import type { Device } from '@repairline/contracts/repairs/views';
import { api } from '../../../api/api';

const PAGE_LENGTH = 200;
/** How long an unused list is kept, in seconds, for people who come back to their place in it. */
const KEPT_FOR = 600;

export type DevicePage = Page<Device>;
export type DeviceFilter = { q?: string } & Partial<Record<FactFilterName, string>>;

export const listApi = api.injectEndpoints({
  endpoints: (build) => ({
    devices: build.infiniteQuery<DevicePage, DeviceFilter, string | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: (last) => last.next ?? undefined },
      query: ({ queryArg, pageParam }) => ({
        url: 'devices',
        params: { ...queryArg, limit: String(PAGE_LENGTH), cursor: pageParam ?? undefined },
      }),
      transformResponse: (items: Device[], meta) => ({
        items,
        total: meta?.total ?? items.length,
        next: meta?.next ?? null,
      }),
      keepUnusedDataFor: KEPT_FOR,
      providesTags: ['DevicePages'],
    }),
    /** How many devices match. */
    deviceTotal: build.query<number, DeviceFilter>({
      query: (filter) => ({ url: 'devices', params: { ...filter, limit: '1' } }),
      transformResponse: (items: Device[], meta) => meta?.total ?? items.length,
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
