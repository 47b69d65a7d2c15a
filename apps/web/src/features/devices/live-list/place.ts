import type { LiveDevice } from '@repairline/contracts/live';
import { priorities } from '@repairline/contracts/priority';
import { factFilterNames, factFilters } from '@repairline/contracts/repairs/device-facts';
import type { Device } from '@repairline/contracts/repairs/views';
import { deviceTag } from '../../../api/tags';
import type { DeviceFilter, DevicePage } from './list-api';

/** The longest that a page may grow as devices enter it; the server returns 500 at most. */
const LONGEST = 450;

/** A step that turns one state of the store into another; see https://immerjs.github.io/immer/patches. */
export interface Patch {
  op: 'add' | 'remove' | 'replace';
  path: (string | number)[];
  value?: unknown;
}

/** Whether a device belongs in a filtered list; undefined if only the server knows. */
export function isInFilter(device: LiveDevice, filter: DeviceFilter): boolean | undefined {
  if (filter.q !== undefined) return undefined;
  return factFilterNames.every((name) => !filter[name] || device[factFilters[name].field] === filter[name]);
}

/**
 * The steps that put a device where it belongs now, which may be nowhere. Undefined if the loaded pages do not tell, or
 * if one would become empty or too long. The total is right, except for a device that comes from beyond the loaded
 * pages or stays there. Pages replaced as a whole would be copied in the store: 4 ms for 200 devices.
 */
export function stepsToPlace(
  pages: readonly DevicePage[],
  device: LiveDevice,
  filter: DeviceFilter,
  longest = LONGEST,
): Patch[] | undefined {
  const listed = pages.flatMap(({ items }) => items);
  const before = listed.find(({ id }) => id === device.id);
  if (before && before.updatedAt > device.updatedAt) return [];
  const isIn = isListed(device, before, listed, filter);
  if (isIn === undefined) return undefined;
  const others = pages.map(({ items }) => items.filter(({ id }) => id !== device.id));
  const now: Device = { billingNotes: '', ...before, ...device };
  const isWhole = pages.at(-1)?.next === null;
  const place = isIn ? placeIn(others, now, isWhole) : undefined;
  const lengths = others.map(({ length }, page) => length + Number(page === place?.page));
  if (lengths.some((length) => length === 0 || length > longest)) return undefined;

  const steps = pages.flatMap(({ items }, page) =>
    items.flatMap(({ id }, at): Patch[] =>
      id === device.id ? [{ op: 'remove', path: ['pages', page, 'items', at] }] : [],
    ),
  );
  if (place) steps.push({ op: 'add', path: ['pages', place.page, 'items', place.at], value: now });
  const growth = Number(isIn && !before && isWhole) - Number(before !== undefined && !isIn);
  return growth === 0 ? steps : [...steps, ...stepsToTotal(pages, (pages[0]?.total ?? 0) + growth)];
}

export function stepsToTotal(pages: readonly DevicePage[], total: number): Patch[] {
  return pages.map((_, page) => ({ op: 'replace', path: ['pages', page, 'total'], value: total }));
}

function isListed(device: LiveDevice, before: Device | undefined, [sample]: Device[], filter: DeviceFilter) {
  // Only Admins see deprovisioned devices in lists.
  if (!sample || (device.status === 'PARTS' && before?.status !== 'PARTS' && !filter.status)) return undefined;
  // The filter may name the school by an alias; all listed devices have its name.
  return isInFilter(device, filter.school ? { ...filter, school: sample.school } : filter);
}

/** The pages that show the device, or would show it now if it still belongs in the list. */
export function pagesTouched(pages: readonly DevicePage[], device: LiveDevice): number[] {
  const others = pages.map(({ items }) => items.filter(({ id }) => id !== device.id));
  const place = placeIn(others, device, pages.at(-1)?.next === null);
  return pages.flatMap(({ items }, page) =>
    page === place?.page || items.some(({ id }) => id === device.id) ? [page] : [],
  );
}

/** A page read anew up to where the next begins; undefined if that leaves it empty, or does not reach so far. */
export function cutAtNext(read: DevicePage, before: DevicePage, next: DevicePage | undefined): DevicePage | undefined {
  if (!next) return read;
  const [boundary] = next.items;
  const items = boundary ? read.items.filter((device) => inListOrder(device, boundary) < 0) : [];
  const isReached = items.length < read.items.length || read.next === null;
  return items.length > 0 && isReached ? { ...read, items, next: before.next } : undefined;
}

/** Undefined for a device that belongs beyond the loaded pages. */
function placeIn(pages: readonly Device[][], device: LiveDevice, isWhole: boolean) {
  const isFollowing = (other: Device) => inListOrder(device, other) < 0;
  const page = pages.findIndex((items) => items.some(isFollowing));
  if (page >= 0) return { page, at: pages[page]?.findIndex(isFollowing) ?? 0 };
  return isWhole ? { page: pages.length - 1, at: pages.at(-1)?.length ?? 0 } : undefined;
}

/** By highest priority, then most recent change, then asset number; negative if `a` comes first. */
function inListOrder(a: LiveDevice, b: LiveDevice): number {
  return (
    priorities.indexOf(a.highestPriority) - priorities.indexOf(b.highestPriority) ||
    compare(b.updatedAt, a.updatedAt) ||
    compare(deviceTag(a.barcodeNumber).id, deviceTag(b.barcodeNumber).id)
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
