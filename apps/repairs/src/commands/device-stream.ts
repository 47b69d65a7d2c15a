import type { AssetNumberEvent, DeviceEvent, RepairsEvent } from '@repairline/contracts/repairs/events';
import type { EventEnvelope } from '@repairline/contracts/event';
import { stateAfter } from '@repairline/event-store/decider';
import type { EventStore } from '@repairline/event-store/event-store';
import {
  assetNumberStream,
  deviceStream,
  evolve as evolveClaim,
  initialState,
  sameAssetNumber,
} from '../domain/asset-number';
import { deviceDecider } from '../domain/device.decider';
import type { DeviceState } from '../domain/device';

export type RepairsStore = EventStore<RepairsEvent>;

/** A device's stream as read at one moment. */
export interface ReadDevice {
  deviceId: string;
  state: DeviceState;
  version: number;
  /** The position of its last event; 0 if there is none. */
  position: number;
  history: EventEnvelope<DeviceEvent>[];
}

/** An asset number's stream as read at one moment. */
export interface Claim {
  assetNumber: string;
  holder: string | null;
  /** The device that last claimed it, released or not. */
  lastHolder: string | null;
  /** Every device that has ever claimed it except the holder, each once. */
  formerHolders: string[];
  since: Date | null;
  version: number;
}

export async function readDevice(store: RepairsStore, deviceId: string): Promise<ReadDevice> {
  const history = await store.readStream<DeviceEvent>(deviceStream(deviceId));
  const state = stateAfter(
    deviceDecider,
    history.map(({ event }) => event),
  );
  return { deviceId, state, version: history.length, position: history.at(-1)?.position ?? 0, history };
}

export async function readClaim(store: RepairsStore, assetNumber: string): Promise<Claim> {
  const history = await store.readStream<AssetNumberEvent>(assetNumberStream(assetNumber));
  const state = history.map(({ event }) => event).reduce(evolveClaim, initialState());
  const claims = history.filter(({ event }) => event.type === 'AssetNumberClaimed');
  const lastClaim = claims.at(-1);
  const holders = new Set(claims.map(({ event }) => event.data.deviceId));
  const holder = state.status === 'held' ? state.deviceId : null;
  return {
    assetNumber,
    holder,
    lastHolder: lastClaim?.event.data.deviceId ?? null,
    formerHolders: [...holders].filter((deviceId) => deviceId !== holder),
    since: lastClaim?.recordedAt ?? null,
    version: history.length,
  };
}

/** The position of the command's last event on this device; null if the command has not been carried out on it. */
export function positionOfCommand({ history }: ReadDevice, commandId: string): number | null {
  return history.findLast(({ causationId }) => causationId === commandId)?.position ?? null;
}

/** What the clocks of replicas may differ by. */
const MOST_SKEW_MS = 60_000;

/**
 * Now, but not before the device's last event: entries are listed by their times, and the state they lead to follows
 * the log. A clock that was further ahead was wrong, and must not set the times of everything that follows.
 */
export function momentAfter({ history }: ReadDevice, now: Date): Date {
  const last = history.at(-1)?.occurredAt ?? now;
  const ahead = last.getTime() - now.getTime();
  return ahead > 0 && ahead <= MOST_SKEW_MS ? last : now;
}

export function hasAssetNumber({ state }: ReadDevice, assetNumber: string): boolean {
  return state.status !== 'none' && sameAssetNumber(state.facts.assetNumber, assetNumber);
}
