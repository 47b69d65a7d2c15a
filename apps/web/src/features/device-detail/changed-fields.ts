import type { DeviceChanges } from '@repairline/contracts/repairs/commands';

/** Sends only changed fields, so that two people who edit different fields do not undo each other's changes. */
export function changedFields(before: Record<string, string>, typed: DeviceChanges): DeviceChanges {
  const changed = Object.entries(typed).filter(([name, value]) => name in before && (value ?? '') !== before[name]);
  return Object.fromEntries(changed);
}
