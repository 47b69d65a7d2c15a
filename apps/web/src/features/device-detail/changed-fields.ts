import type { DeviceChanges, DeviceChangesBody } from '@repairline/contracts/repairs/requests';
import type { Device } from '@repairline/contracts/repairs/views';

/** Sends only changed fields, so that two people who edit different fields do not undo each other's changes. */
export function changedFields(before: Record<string, string>, typed: DeviceChanges): DeviceChanges {
  const changed = Object.entries(typed).filter(([name, value]) => name in before && (value ?? '') !== before[name]);
  return Object.fromEntries(changed);
}

/** Fields of a device by their names in a change, where these are others. The path names the number. */
const SHOWN_AS: Partial<Record<string, keyof Device>> = { priority: 'highestPriority', assignedTo: 'assigneeId' };

/** The changes, with what this person saw of the fields they replace. */
export function overSeen(device: Device, changes: DeviceChanges): DeviceChangesBody {
  const replaced = Object.keys(changes).filter((name) => name !== 'barcodeNumber');
  const shown = replaced.map((name) => SHOWN_AS[name] ?? (name as keyof Device));
  return { ...changes, expected: Object.fromEntries(shown.map((name) => [name, device[name]])) };
}
