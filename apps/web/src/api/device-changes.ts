import type { LiveChange, LiveDevice } from '@repairline/contracts/live';
import { deviceTag } from './tags';

/** Which device has changed and, if known, by which event and what it is now. */
export interface DeviceChange {
  barcodeNumber: string;
  context?: LiveChange['context'];
  at?: number;
  device?: LiveDevice | undefined;
}
type Listener = (changes: readonly DeviceChange[]) => void;
const listeners = new Set<Listener>();

/** Calls `listener` on every change of devices, until the returned function is called. */
export function onDevicesChanged(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called after a change of devices by the code that made or received it. */
export function notifyDevicesChanged(changes: readonly DeviceChange[]): void {
  for (const listener of listeners) listener(changes);
}

type RenumberedListener = (from: string, to: string) => void;
const renumberedListeners = new Set<RenumberedListener>();

/** Calls `listener` whenever a device gets another asset number, until the returned function is called. */
export function onRenumbered(listener: RenumberedListener): () => void {
  renumberedListeners.add(listener);
  return () => renumberedListeners.delete(listener);
}

/** Called by the code that renumbered a device or received the news. */
export function notifyRenumbered(from: string, to: string): void {
  for (const listener of renumberedListeners) listener(from, to);
}

/** How long after a call's answer the notice of its change may still arrive. */
const NOTICE_MS = 3000;

const ownUntil = new Map<string, number>();

/** Whether this browser is changing the device or has just done so: only other people's changes are marked. */
export function isOwnChange(barcodeNumber: string): boolean {
  return (ownUntil.get(deviceTag(barcodeNumber).id) ?? 0) > Date.now();
}

/**
 * Called when this browser begins to change devices. The returned function announces that it has changed them, or has
 * failed to because others changed them first.
 */
export function beginOwnChange(barcodeNumbers: readonly string[]): () => void {
  const countAsOwn = (end: number) => {
    for (const barcodeNumber of barcodeNumbers) ownUntil.set(deviceTag(barcodeNumber).id, end);
  };
  countAsOwn(Infinity);
  return () => {
    countAsOwn(Date.now() + NOTICE_MS);
    notifyDevicesChanged(barcodeNumbers.map((barcodeNumber) => ({ barcodeNumber })));
  };
}
