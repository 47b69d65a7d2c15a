import type { LiveChange } from '@repairline/contracts/live';
import { deviceTag, tagTypes } from '../api/api';

export type StaleTag = (typeof tagTypes)[number] | ReturnType<typeof deviceTag>;

export const everything: readonly StaleTag[] = tagTypes;

/** What a change makes stale in this browser. */
export function staleTags(change: LiveChange): StaleTag[] {
  switch (change.type) {
    case 'device_updated':
    case 'repair_log_created':
    case 'billing_notes_updated':
      return [deviceTag(change.barcodeNumber), 'DeviceList', 'Stats', 'Activity', 'Billing'];
    case 'user_updated':
      // A rename shows wherever the name does.
      return ['CurrentUser', 'Users', 'Device', 'DeviceList', 'DevicePages', 'Activity', 'Billing', 'Analytics'];
    case 'billing_updated':
      return ['Billing'];
    case 'analytics_updated':
      return ['Analytics'];
    default:
      return change satisfies never;
  }
}

/** Each tag once, and no single device where all devices are stale. */
export function distinct(tags: readonly StaleTag[]): StaleTag[] {
  const names = new Set(tags.filter((tag) => typeof tag === 'string'));
  const single = new Map<string, StaleTag>();
  for (const tag of tags) if (typeof tag !== 'string' && !names.has(tag.type)) single.set(tag.id, tag);
  return [...names, ...single.values()];
}
