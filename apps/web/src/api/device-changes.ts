import { isFulfilled, isRejected, type Middleware } from '@reduxjs/toolkit';
import type { LiveChange, LiveDevice } from '@repairline/contracts/live';
import { changingCalls } from './devices';

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

/**
 * Announces the devices that this browser has just changed, or has failed to change because others changed them first.
 */
export const notifyOwnChanges: Middleware = () => (next) => (action) => {
  const result = next(action);
  if (isFulfilled(action) || isRejected(action)) {
    const { arg } = action.meta as { arg?: { endpointName?: string; originalArgs?: unknown } };
    const changed = changedDevices(arg?.endpointName, arg?.originalArgs);
    if (changed.length > 0) notifyDevicesChanged(changed.map((barcodeNumber) => ({ barcodeNumber })));
  }
  return result;
};

/** The asset numbers of the devices that a call changes; empty if it changes none. */
export function changedDevices(endpointName: string | undefined, originalArgs: unknown): readonly string[] {
  return isChangingCall(endpointName) ? changingCalls[endpointName](originalArgs as never) : [];
}

function isChangingCall(name: string | undefined): name is keyof typeof changingCalls {
  return name !== undefined && name in changingCalls;
}
