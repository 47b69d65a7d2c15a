import { z } from 'zod';
import { defineEvent, type EventOf } from '../event';
import { schemasOf } from '../published/published';
import { deviceEvents } from './device-events';
import type { HistoryKind } from './device-facts';

// Streams `asset-number-<key>`: which device holds a number. They make numbers unique regardless of case.
const claim = z.object({ deviceId: z.string(), assetNumber: z.string() });
const claimsStay = { published: { inside: 'the device’s own events tell of its number' } } as const;
const assetNumberClaimed = defineEvent('AssetNumberClaimed', 1, claim, claimsStay);
const assetNumberReleased = defineEvent('AssetNumberReleased', 1, claim, claimsStay);

// Streams `work-session-<user id>`: one person's working time. At most one session runs.
const session = z.object({ userId: z.string(), sessionId: z.string(), startedAt: z.string() });
const sessionsStay = { published: { inside: 'when a person works is nobody else’s matter' } } as const;
const workSessionStarted = defineEvent('WorkSessionStarted', 1, session, sessionsStay);
const workSessionEnded = defineEvent('WorkSessionEnded', 1, session, sessionsStay);

const assetNumberEvents = [assetNumberClaimed, assetNumberReleased] as const;
const workSessionEvents = [workSessionStarted, workSessionEnded] as const;
export const repairsEvents = [...deviceEvents, ...assetNumberEvents, ...workSessionEvents] as const;

export type DeviceEvent = EventOf<(typeof deviceEvents)[number]>;
export type AssetNumberEvent = EventOf<(typeof assetNumberEvents)[number]>;
export type WorkSessionEvent = EventOf<(typeof workSessionEvents)[number]>;
export type RepairsEvent = DeviceEvent | AssetNumberEvent | WorkSessionEvent;

/** What leaves the service on the EVENTS stream: of what is typed, only a device's model and asset number. */
export const publishedRepairsEvents = schemasOf(repairsEvents);
export type PublishedRepairsEvent = keyof typeof publishedRepairsEvents;

const deviceEventTypes: ReadonlySet<string> = new Set(deviceEvents.map(({ type }) => type));
const historyKinds = new Map<string, HistoryKind | null>(deviceEvents.map(({ type, history }) => [type, history]));

/** Whether the event belongs to a device's own stream. */
export function isDeviceEvent(event: RepairsEvent): event is DeviceEvent {
  return deviceEventTypes.has(event.type);
}

/** What a line of the device's history says the event was; null if nothing has happened to the device. */
export function historyKindOf({ type }: DeviceEvent): HistoryKind | null {
  return historyKinds.get(type) ?? null;
}

/** Whether lists and histories of devices show the event. */
export function isShown(event: RepairsEvent): event is ShownDeviceEvent {
  return isDeviceEvent(event) && historyKindOf(event) !== null;
}
export type ShownDeviceEvent = EventOf<Extract<(typeof deviceEvents)[number], { history: string }>>;
