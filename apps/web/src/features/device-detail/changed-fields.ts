import type { DeviceChanges } from '@repairline/contracts/repairs/commands';

/** Only what was changed is sent, so that two people editing different fields do not undo each other. */
export function changedFields(before: Record<string, string>, typed: DeviceChanges): DeviceChanges {
  const changed = Object.entries(typed).filter(([name, value]) => name in before && (value ?? '') !== before[name]);
  return Object.fromEntries(changed);
}
