import { isFulfilled, isRejected, type Middleware } from '@reduxjs/toolkit';
import type { LiveDevice } from '@repairline/contracts/live';
import { changingCalls } from './devices';

/** What has changed, and what it is now, where whoever tells of it knows. */
export interface DeviceChange {
  barcodeNumber: string;
  device?: LiveDevice | undefined;
}
type Listener = (changes: readonly DeviceChange[]) => void;
const listeners = new Set<Listener>();

/** Tells whoever shows devices, until the function that comes back is called. */
export function onDevicesChanged(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Said after a change of the devices, by whoever made or heard of it. */
export function tellDevicesChanged(changes: readonly DeviceChange[]): void {
  for (const listener of listeners) listener(changes);
}

type Follower = (from: string, to: string) => void;
const followers = new Set<Follower>();

/** Tells whoever shows a device by its number that it has another one, until the function that comes back is called. */
export function onRenumbered(follower: Follower): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

/** Said by whoever gave a device another number or heard of it. */
export function tellRenumbered(from: string, to: string): void {
  for (const follow of followers) follow(from, to);
}

/** Tells of the devices that this browser has just changed, or has failed to change because they were changed before. */
export const tellOwnChanges: Middleware = () => (next) => (action) => {
  const result = next(action);
  if (isFulfilled(action) || isRejected(action)) {
    const { arg } = action.meta as { arg?: { endpointName?: string; originalArgs?: unknown } };
    const changed = changedDevices(arg?.endpointName, arg?.originalArgs);
    if (changed.length > 0) tellDevicesChanged(changed.map((barcodeNumber) => ({ barcodeNumber })));
  }
  return result;
};

/** The devices that a call changes, none where it changes none. */
export function changedDevices(endpointName: string | undefined, originalArgs: unknown): readonly string[] {
  return isChangingCall(endpointName) ? changingCalls[endpointName](originalArgs as never) : [];
}

function isChangingCall(name: string | undefined): name is keyof typeof changingCalls {
  return name !== undefined && name in changingCalls;
}
