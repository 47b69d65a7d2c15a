import { changedMeanwhile } from '@repairline/contracts/changed-meanwhile';
import type { Decider } from '@repairline/event-store/decider';
import { evolve, initialState, type BilledDeviceEvent, type BilledDeviceState } from './billed-device';

export interface WriteBillingNotes {
  type: 'WriteBillingNotes';
  deviceId: string;
  assetNumber: string;
  /** Empty if there are none. */
  notes: string;
  /** The notes that the writer saw. */
  expected?: string;
}

export interface RenumberBilledDevice {
  type: 'RenumberBilledDevice';
  deviceId: string;
  assetNumber: string;
}

/** After the device's key was erased. */
export interface EraseBilledDevice {
  type: 'EraseBilledDevice';
  deviceId: string;
  itemIds: string[];
}

export type BilledDeviceCommand = WriteBillingNotes | RenumberBilledDevice | EraseBilledDevice;

export const billedDeviceDecider: Decider<BilledDeviceState, BilledDeviceCommand, BilledDeviceEvent> = {
  initialState,
  evolve,
  decide,
};

function decide(command: BilledDeviceCommand, state: BilledDeviceState): BilledDeviceEvent[] {
  switch (command.type) {
    case 'WriteBillingNotes':
      return write(command, state);
    case 'RenumberBilledDevice':
      return renumber(command);
    case 'EraseBilledDevice': {
      const { deviceId, itemIds } = command;
      return [{ type: 'BilledDeviceErased', data: { deviceId, itemIds } }];
    }
    default:
      return command satisfies never;
  }
}

function write(command: WriteBillingNotes, state: BilledDeviceState): BilledDeviceEvent[] {
  const { deviceId, assetNumber, notes, expected = state.notes } = command;
  const written = notes.trim();
  if (written === state.notes) return [];
  if (expected !== state.notes) throw changedMeanwhile([['billingNotes', 'Billing Notes']]);
  return [{ type: 'BillingNotesWritten', data: { deviceId, assetNumber, notes: written || null } }];
}

/** Recorded even if the number stays the same: an older renumbering that arrives late must find this newer one. */
function renumber({ deviceId, assetNumber }: RenumberBilledDevice): BilledDeviceEvent[] {
  return [{ type: 'BilledDeviceRenumbered', data: { deviceId, assetNumber } }];
}
