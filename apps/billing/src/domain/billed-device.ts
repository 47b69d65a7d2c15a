import type { BillingEvent } from '@repairline/contracts/billing/events';

/** What billing records of a device beside its items: the number it bears and the notes on it. */
export type BilledDeviceEvent = Extract<
  BillingEvent,
  { type: 'BillingNotesWritten' | 'BilledDeviceRenumbered' | 'BilledDeviceErased' }
>;

/** Nothing is decided by the number. */
export interface BilledDeviceState {
  notes: string;
}

export const initialState = (): BilledDeviceState => ({ notes: '' });

export function evolve(state: BilledDeviceState, event: BilledDeviceEvent): BilledDeviceState {
  switch (event.type) {
    case 'BillingNotesWritten':
      return { notes: event.data.notes ?? '' };
    case 'BilledDeviceRenumbered':
      return state;
    case 'BilledDeviceErased':
      return { notes: '' };
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
