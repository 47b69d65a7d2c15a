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
  /** Of its last event; 0 when there is none. */
  position: number;
  history: EventEnvelope<DeviceEvent>[];
}

/** An asset number's stream as read at one moment. */
export interface Claim {
  assetNumber: string;
  holder: string | null;
  /** Who claimed it last, released or not. */
  lastHolder: string | null;
  /** Everybody else who has ever claimed it, each once. */
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

/** Where the command has been carried out on this device before: the position of its last event. */
export function doneAt({ history }: ReadDevice, commandId: string): number | null {
  return history.findLast(({ causationId }) => causationId === commandId)?.position ?? null;
}

export function bears({ state }: ReadDevice, assetNumber: string): boolean {
  return state.status !== 'none' && sameAssetNumber(state.facts.assetNumber, assetNumber);
}
