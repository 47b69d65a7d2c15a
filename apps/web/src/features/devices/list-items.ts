import type { Priority } from '@repairline/contracts/priority';
import type { Device } from '@repairline/contracts/repairs/views';

export type ListItem =
  { kind: 'divider'; priority: Priority; key: string } | { kind: 'device'; device: Device; place: number; key: string };

/** Devices in the order given, with a divider wherever the highest priority changes. `place` counts from 1. */
export function listItems(devices: readonly Device[]): ListItem[] {
  return devices.flatMap((device, index): ListItem[] => {
    const row: ListItem = { kind: 'device', device, place: index + 1, key: device.id };
    const priority = device.highestPriority;
    if (devices[index - 1]?.highestPriority === priority) return [row];
    return [{ kind: 'divider', priority, key: `${priority}-${index}` }, row];
  });
}

/** The index of the divider that names the priority of the item at `index`. */
export function dividerAbove(items: readonly ListItem[], index: number): number | undefined {
  for (let above = Math.min(index, items.length - 1); above >= 0; above -= 1) {
    if (items[above]?.kind === 'divider') return above;
  }
  return undefined;
}
