import type { BillingEvent } from '@repairline/contracts/billing/events';

/** What billing records about a device besides its items: its number and notes. */
export type BilledDeviceEvent = Extract<
  BillingEvent,
  { type: 'BillingNotesWritten' | 'BilledDeviceRenumbered' | 'BilledDeviceErased' }
>;

/** No decision depends on the number, so it is not here. */
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
