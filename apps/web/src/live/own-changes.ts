import { isFulfilled, isPending, isRejected, type Middleware } from '@reduxjs/toolkit';
import { deviceTag } from '../api/api';
import { changedDevices } from '../api/device-changes';

/** How long after a call's answer the notice of its change may still arrive. */
const NOTICE_MS = 3000;

const until = new Map<string, number>();

/** Whether this browser is changing the device or has just done so. */
export function isOwnChange(barcodeNumber: string, now = Date.now()): boolean {
  return (until.get(deviceTag(barcodeNumber).id) ?? 0) > now;
}

/** Records which devices this browser changes, so that only other people's changes are marked. */
export const recordOwnChanges: Middleware = () => (next) => (action) => {
  const end = isPending(action) ? Infinity : Date.now() + NOTICE_MS;
  for (const barcodeNumber of devicesOf(action)) until.set(deviceTag(barcodeNumber).id, end);
  return next(action);
};

interface CallMeta {
  arg?: { endpointName?: string; originalArgs?: unknown };
}

function devicesOf(action: unknown): readonly string[] {
  if (!isPending(action) && !isFulfilled(action) && !isRejected(action)) return [];
  const { arg } = action.meta as CallMeta;
  return changedDevices(arg?.endpointName, arg?.originalArgs);
}
