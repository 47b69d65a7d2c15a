import { refusal } from '@repairline/contracts/domain-error';
import type { DeviceEvent } from '@repairline/contracts/repairs/events';
import type { AppendContext } from '@repairline/event-store/event-store';
import { decideAndAppend } from '@repairline/event-store/handle-command';
import { withOptimisticRetry } from '@repairline/event-store/appending/optimistic-retry';
import { deviceStream, sameAssetNumber } from '../domain/asset-number';
import { deviceDecider, type DeviceCommand } from '../domain/device.decider';
import { deviceElsewhere } from '../domain/refusals';
import { claimNumber, releaseNumber, setClaimAside, type ClaimRules } from './asset-number-claims';
import {
  hasAssetNumber,
  momentAfter,
  positionOfCommand,
  readClaim,
  readDevice,
  type Claim,
  type ReadDevice,
  type RepairsStore,
} from './device-stream';

/** A device by its number; with an id, that device and no other. */
export interface Target {
  assetNumber: string;
  deviceId?: string;
}

interface Change {
  target: Target;
  commandAt: (at: Date) => DeviceCommand;
  context: AppendContext;
  rules: ClaimRules;
}

/**
 * Carries out a command on the device that has the number. It looks the device up in the claims, not the views: a
 * device taken in a moment ago is found, and a repeated command finds a device that has since been renumbered. A new
 * number is claimed before the device takes it; the old one is released afterwards.
 * @throws {DomainError} device_not_found; device_elsewhere if the number is not that of the device that is meant
 * @returns the device and the position of the command's last event (of the device's if nothing had to change)
 */
export async function changeDevice(
  store: RepairsStore,
  target: Target,
  commandAt: (at: Date) => DeviceCommand,
  context: AppendContext,
  rules: ClaimRules,
): Promise<{ deviceId: string; position: number }> {
  const isNumber = target.assetNumber.isWellFormed();
  const deviceId = isNumber ? await deviceToChange(store, target, context.commandId) : null;
  if (deviceId === null) throw refusal('device_not_found');
  const attempt = () => attemptChange(store, deviceId, { target, commandAt, context, rules });
  return { deviceId, position: await withOptimisticRetry(store, deviceStream(deviceId), attempt) };
}

/** The device this command has already changed, whatever its number now; else the one that last claimed the number. */
async function deviceToChange(store: RepairsStore, target: Target, commandId: string): Promise<string | null> {
  const { holder, lastHolder, formerHolders } = await readClaim(store, target.assetNumber);
  for (const deviceId of formerHolders) {
    if (positionOfCommand(await readDevice(store, deviceId), commandId) !== null) return deviceId;
  }
  const { deviceId = lastHolder, assetNumber } = target;
  if (deviceId !== lastHolder) throw deviceElsewhere(assetNumber, await numberOf(store, deviceId), holder !== null);
  return lastHolder;
}

async function numberOf(store: RepairsStore, deviceId: string | null): Promise<string | null> {
  if (deviceId === null) return null;
  const { state } = await readDevice(store, deviceId);
  return state.status === 'none' ? null : state.facts.assetNumber;
}

async function attemptChange(store: RepairsStore, deviceId: string, change: Change): Promise<number | null> {
  const { target, commandAt, context, rules } = change;
  const device = await readDevice(store, deviceId);
  const isRepeated = positionOfCommand(device, context.commandId) !== null;
  if (!isRepeated && !hasAssetNumber(device, target.assetNumber)) throw lostNumber(target, device);
  const occurredAt = momentAfter(device, rules.now());
  let former: Claim | null = null;
  const handled = await decideAndAppend(store, deviceDecider, {
    ...{ stream: deviceStream(deviceId), history: device.history },
    ...{ command: commandAt(occurredAt), context: { ...context, occurredAt } },
    async before(events) {
      const renumbering = newNumber(events);
      if (!renumbering) return true;
      former = await readClaim(store, renumbering.from);
      const claim = await readClaim(store, renumbering.to);
      if (!(await setClaimAside(store, claim, deviceId, context, rules))) return false;
      return claimNumber(store, claim, deviceId, context);
    },
  });
  if (handled && isHeldBy(former, deviceId)) await releaseNumber(store, former, deviceId, context);
  return handled && handled.position;
}

function isHeldBy(claim: Claim | null, deviceId: string): claim is Claim {
  return claim?.holder === deviceId;
}

function lostNumber({ assetNumber, deviceId }: Target, { state }: ReadDevice) {
  if (deviceId === undefined || state.status === 'none') return refusal('device_not_found');
  return deviceElsewhere(assetNumber, state.facts.assetNumber, false);
}

/** Null also if only the case changes: it is the same number. */
function newNumber(events: readonly DeviceEvent[]): { from: string; to: string } | null {
  const change = events.find((event) => event.type === 'AssetNumberChanged');
  return change && !sameAssetNumber(change.data.from, change.data.to) ? change.data : null;
}
