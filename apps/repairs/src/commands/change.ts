import { DomainError } from '@repairline/contracts/domain-error';
import type { DeviceEvent } from '@repairline/contracts/repairs/events';
import type { AppendContext } from '@repairline/event-store/event-store';
import { deviceStream, sameAssetNumber } from '../domain/asset-number';
import { deviceDecider, type DeviceCommand } from '../domain/device.decider';
import { deviceNotFound } from '../domain/refusals';
import { claimNumber, releaseNumber, setAside, type ClaimRules } from './asset-number-claims';
import { bears, doneAt, readClaim, readDevice, type Claim, type ReadDevice, type RepairsStore } from './device-stream';
import { tooBusy } from './too-busy';

const ATTEMPTS = 20;

/**
 * Carries out a command on the device that bears the number. A new number is claimed before the device takes it and the
 * old one released after.
 * @returns the device and the position of the command's last event (of the device's, where nothing had to change)
 */
export async function changeDevice(
  store: RepairsStore,
  barcodeNumber: string,
  command: DeviceCommand,
  context: AppendContext & { occurredAt: Date },
  rules: ClaimRules,
): Promise<{ deviceId: string; position: number }> {
  let device = await findDevice(store, barcodeNumber, context.commandId);
  const { deviceId } = device;
  const claimed: Claim[] = [];
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const position = await attemptChange(store, device, command, context, rules, claimed);
      if (position !== null) return { deviceId, position };
      device = await readDevice(store, deviceId);
    }
    throw tooBusy();
  } catch (error) {
    // Any other error leaves open whether the device bears the number by now; its claim then stays.
    if (error instanceof DomainError) {
      for (const claim of claimed) await releaseNumber(store, claim, deviceId, context);
    }
    throw error;
  }
}

async function attemptChange(
  store: RepairsStore,
  device: ReadDevice,
  command: DeviceCommand,
  { occurredAt, ...context }: AppendContext & { occurredAt: Date },
  rules: ClaimRules,
  claimed: Claim[],
): Promise<number | null> {
  const done = doneAt(device, context.commandId);
  if (done !== null) return done;
  const events = deviceDecider.decide(command, device.state);
  if (events.length === 0) return device.position;

  const { deviceId, version } = device;
  const renumbering = newNumber(events);
  const former = renumbering && (await readClaim(store, renumbering.from));
  if (renumbering) {
    const claim = await readClaim(store, renumbering.to);
    if (!(await setAside(store, claim, deviceId, context, rules))) return null;
    if (!(await claimNumber(store, claim, deviceId, context))) return null;
    claimed.push({ ...claim, version: claim.version + 1 });
  }
  const fresh = events.map((event) => ({ event, occurredAt }));
  const result = await store.append(deviceStream(deviceId), version, fresh, context);
  if (result.status === 'conflict') return null;
  if (former?.holder === deviceId) await releaseNumber(store, former, deviceId, context);
  return result.position;
}

/** Null also where only the case of the number changes: it is the same number. */
function newNumber(events: readonly DeviceEvent[]): { from: string; to: string } | null {
  const change = events.find((event) => event.type === 'AssetNumberChanged');
  return change && !sameAssetNumber(change.data.from, change.data.to) ? change.data : null;
}

/** By the claims, not the views: what was taken in a moment ago is found. A repeated command finds a device that has since been renumbered. */
async function findDevice(store: RepairsStore, barcodeNumber: string, commandId: string): Promise<ReadDevice> {
  if (!barcodeNumber.isWellFormed()) throw deviceNotFound();
  const { lastHolder } = await readClaim(store, barcodeNumber);
  if (lastHolder === null) throw deviceNotFound();
  const device = await readDevice(store, lastHolder);
  if (doneAt(device, commandId) === null && !bears(device, barcodeNumber)) throw deviceNotFound();
  return device;
}
