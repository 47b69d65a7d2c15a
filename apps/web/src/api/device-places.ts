import type { LiveDevice } from '@repairline/contracts/live';
import { priorities } from '@repairline/contracts/priority';
import { factFilterNames, factFilters, type FactFilterName } from '@repairline/contracts/repairs/device-facts';
import type { Device } from '@repairline/contracts/repairs/views';
import { devicesOf, type DeviceFilter, type DevicePage } from './device-pages';
import { deviceTag } from './tags';

/** By highest priority, then most recent change, then asset number; negative if `a` comes first. */
function inListOrder(a: Device, b: Device): number {
  return (
    priorities.indexOf(a.highestPriority) - priorities.indexOf(b.highestPriority) ||
    compare(b.updatedAt, a.updatedAt) ||
    compare(deviceTag(a.barcodeNumber).id, deviceTag(b.barcodeNumber).id)
  );
}

/** The pages that hold one of the devices in its old version, or would hold it in its new one. */
export function pagesTouched(
  pages: readonly DevicePage[],
  barcodeNumbers: readonly string[],
  now: readonly Device[],
): number[] {
  const changed = new Set(barcodeNumbers.map((number) => deviceTag(number).id));
  const ids = new Set(now.map(({ id }) => id));
  const touched = new Set(now.flatMap((device) => placeOf(pages, device) ?? []));
  pages.forEach(({ items }, index) => {
    if (items.some(({ id, barcodeNumber }) => ids.has(id) || changed.has(deviceTag(barcodeNumber).id))) {
      touched.add(index);
    }
  });
  return [...touched].sort((a, b) => a - b);
}

function placeOf(pages: readonly DevicePage[], device: Device): number | undefined {
  const found = pages.findLastIndex(({ items: [first] }) => first !== undefined && inListOrder(first, device) <= 0);
  const last = pages.at(-1);
  const end = last?.items.at(-1);
  const beyond = last?.next && end && inListOrder(end, device) < 0;
  return beyond ? undefined : Math.max(found, 0);
}

/**
 * A reread page, cut off where the next page begins. Undefined if it does not reach the next page, which would leave
 * devices out between the two.
 */
export function cutAtNextPage(
  page: DevicePage,
  before: DevicePage,
  following: DevicePage | undefined,
): DevicePage | undefined {
  const [boundary] = following?.items ?? [];
  if (!following) return page;
  if (!boundary) return undefined;
  const items = page.items.filter((device) => inListOrder(device, boundary) < 0);
  if (items.length === page.items.length && page.next !== null) return undefined;
  return { ...page, items, next: before.next };
}

/** Whether all changed devices are among the first of a list. */
export function isAtBeginning(beginning: readonly Device[], barcodeNumbers: readonly string[]): boolean {
  const shown = new Set(beginning.map(({ barcodeNumber }) => deviceTag(barcodeNumber).id));
  return barcodeNumbers.every((number) => shown.has(deviceTag(number).id));
}

/**
 * A list's only page with its reread beginning merged in, for changes that all lie within that beginning. Undefined if
 * the two do not fit together: devices have come or gone without notice, or the page has become too long.
 */
export function withBeginning(page: DevicePage, beginning: DevicePage, most: number): DevicePage | undefined {
  if (beginning.next === null) return beginning;
  const ids = new Set(beginning.items.map(({ id }) => id));
  const items = [...beginning.items, ...page.items.filter(({ id }) => !ids.has(id))];
  const isWhole = page.next !== null || items.length === beginning.total;
  return isWhole && items.length <= most ? { ...page, items, total: beginning.total } : undefined;
}

/** Whether the device belongs in a list; undefined if only the server knows. */
function isListed(shown: readonly Device[], device: LiveDevice, before: Device | undefined, filter: DeviceFilter) {
  const [sample] = shown;
  if (filter.q !== undefined || !sample) return undefined;
  // Only Admins see deprovisioned devices in lists.
  if (device.status === 'PARTS' && before?.status !== 'PARTS' && !filter.status) return undefined;
  return factFilterNames.every((name) => !filter[name] || device[fieldOf(name)] === sample[fieldOf(name)]);
}

const fieldOf = (name: FactFilterName) => factFilters[name].field;

/**
 * The pages with the device's present version in its place. Undefined if they cannot tell whether it belongs here, or
 * if a page would become empty or longer than `longest`. The total is right, except for a device that comes from beyond
 * the loaded pages or stays there.
 */
export function withDevice(
  pages: DevicePage[],
  device: LiveDevice,
  { filter, longest }: { filter: DeviceFilter; longest: number },
): DevicePage[] | undefined {
  const shown = devicesOf(pages);
  const before = shown.find(({ id }) => id === device.id);
  if (before && before.updatedAt > device.updatedAt) return pages;
  const isIn = isListed(shown, device, before, filter);
  if (isIn === undefined) return undefined;
  const others = before ? pages.map((page) => without(page, device)) : pages;
  const now = { billingNotes: '', ...before, ...device };
  const index = isIn ? placeOf(others, now) : undefined;
  const placed = index === undefined ? others : others.map((page, at) => (at === index ? withItem(page, now) : page));
  if (placed.some(({ items }) => items.length === 0 || items.length > longest)) return undefined;
  const isNew = isIn && !before && pages.at(-1)?.next === null;
  const change = Number(isNew) - Number(before !== undefined && !isIn);
  return change === 0 ? placed : placed.map((page) => ({ ...page, total: page.total + change }));
}

/** A step that turns one state of the store into another; see https://immerjs.github.io/immer/patches. */
export interface Patch {
  op: 'add' | 'remove' | 'replace';
  path: (string | number)[];
  value?: unknown;
}

/**
 * The steps from pages to what `withDevice` made of them. Pages that are replaced as a whole are copied in the store,
 * device by device: 4 ms for 200 devices.
 */
export function patchesBetween(before: readonly DevicePage[], after: readonly DevicePage[]): Patch[] {
  return after.flatMap((page, index) => {
    const was = before[index];
    if (!was || was === page) return [];
    const items = ['pages', index, 'items'];
    const had = new Set(was.items);
    const kept = new Set(page.items);
    const remove = (device: Device, at: number): Patch[] =>
      kept.has(device) ? [] : [{ op: 'remove', path: [...items, at] }];
    const add = (device: Device, at: number): Patch[] =>
      had.has(device) ? [] : [{ op: 'add', path: [...items, at], value: device }];
    const { total } = page;
    const counted: Patch[] =
      total === was.total ? [] : [{ op: 'replace', path: ['pages', index, 'total'], value: total }];
    // From the end, so that a place still names the same device after the steps before it.
    return [...was.items.flatMap(remove).reverse(), ...page.items.flatMap(add), ...counted];
  });
}

function without(page: DevicePage, { id }: { id: string }): DevicePage {
  const items = page.items.filter((device) => device.id !== id);
  return items.length === page.items.length ? page : { ...page, items };
}

function withItem(page: DevicePage, device: Device): DevicePage {
  const following = page.items.findIndex((other) => inListOrder(device, other) < 0);
  const at = following < 0 ? page.items.length : following;
  return { ...page, items: [...page.items.slice(0, at), device, ...page.items.slice(at)] };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
