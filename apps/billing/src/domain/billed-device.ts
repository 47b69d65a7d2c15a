import type { BillingEvent } from '@repairline/contracts/billing/events';

/** What billing knows of a device beside its items: the number it bears and the notes on it. */
export type BilledDeviceEvent = Extract<
  BillingEvent,
  { type: 'BillingNotesWritten' | 'BilledDeviceRenumbered' | 'BilledDeviceErased' }
>;

export interface BilledDeviceState {
  /** Null until a renumbering was told of: the items know the number from before. */
  assetNumber: string | null;
  notes: string;
}

export const initialState = (): BilledDeviceState => ({ assetNumber: null, notes: '' });

export function evolve(state: BilledDeviceState, event: BilledDeviceEvent): BilledDeviceState {
  switch (event.type) {
    case 'BillingNotesWritten':
      return { ...state, notes: event.data.notes ?? '' };
    case 'BilledDeviceRenumbered':
      return { ...state, assetNumber: event.data.assetNumber };
    case 'BilledDeviceErased':
      return { ...state, notes: '' };
    default:
      return unknownEvent(state, event);
  }
}

export function billedDeviceStream(deviceId: string): string {
  return `billing-device-${deviceId}`;
}

function unknownEvent(state: BilledDeviceState, _event: never): BilledDeviceState {
  return state;
}
