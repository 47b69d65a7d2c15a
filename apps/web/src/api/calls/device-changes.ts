import type { LiveChange, LiveDevice } from '@repairline/contracts/live';
import { deviceTag } from '../tags';

function createTopic<News extends unknown[]>() {
  const listeners = new Set<(...news: News) => void>();
  return {
    /** Calls `listener` on all news, until the returned function is called. */
    listen: (listener: (...news: News) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Called by the code that made a change or received it. */
    tell: (...news: News) => listeners.forEach((listener) => listener(...news)),
  };
}

/** Which device has changed and, if known, by which event and what it is now. */
export interface DeviceChange {
  barcodeNumber: string;
  context?: LiveChange['context'];
  at?: number;
  device?: LiveDevice | undefined;
}
export const { listen: onDevicesChanged, tell: notifyDevicesChanged } = createTopic<[readonly DeviceChange[]]>();
/** Of each device that gets another asset number. */
export const { listen: onRenumbered, tell: notifyRenumbered } = createTopic<[from: string, to: string]>();

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
