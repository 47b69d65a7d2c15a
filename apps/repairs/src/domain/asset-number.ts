import type { AssetNumberEvent } from '@repairline/contracts/repairs/events';
import { assetNumberKey } from '@repairline/contracts/texts/text';

/** Which device holds an asset number, regardless of case. The holder's own stream says whether it really has it. */
export type ClaimState = { status: 'free' } | { status: 'held'; deviceId: string };

export const initialState = (): ClaimState => ({ status: 'free' });

export function evolve(_state: ClaimState, event: AssetNumberEvent): ClaimState {
  return event.type === 'AssetNumberClaimed' ? { status: 'held', deviceId: event.data.deviceId } : { status: 'free' };
}

export function sameAssetNumber(one: string, other: string): boolean {
  return assetNumberKey(one) === assetNumberKey(other);
}

/** Percent-encoded, so that a number with any characters names exactly one stream in every event store. */
export function assetNumberStream(assetNumber: string): string {
  return `asset-number-${encodeURIComponent(assetNumberKey(assetNumber))}`;
}

export function deviceStream(deviceId: string): string {
  return `device-${deviceId}`;
}
