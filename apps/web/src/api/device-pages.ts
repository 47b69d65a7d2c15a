import type { Page } from '@repairline/contracts/page';
import type { FactFilterName } from '@repairline/contracts/repairs/device-facts';
import type { Device } from '@repairline/contracts/repairs/views';

export type DevicePage = Page<Device>;

export type DeviceFilter = { q?: string } & Partial<Record<FactFilterName, string>>;

/** Compares field by field, because each answer brings new objects. */
export function isSameDevice(one: Device, other: Device): boolean {
  const fields = Object.keys(other) as (keyof Device)[];
  return fields.length === Object.keys(one).length && fields.every((field) => one[field] === other[field]);
}

/** Each device once: one that has moved up may also still be on its old page. */
export function devicesOf(pages: readonly DevicePage[]): Device[] {
  const seen = new Set<string>();
  return pages.flatMap(({ items }) => items.filter(({ id }) => !seen.has(id) && seen.add(id)));
}
