import { DomainError } from '@repairline/contracts/domain-error';
import type { AppendContext } from '@repairline/event-store/event-store';
import { decideAndAppend } from '@repairline/event-store/handle-command';
import { withOptimisticRetry } from '@repairline/event-store/appending/optimistic-retry';
import { assetNumberStream, deviceStream } from '../domain/asset-number';
import { deviceDecider, type TakeInDevice } from '../domain/device.decider';
import { claimNumber, setClaimAside, type ClaimRules } from './asset-number-claims';
import { derivedId } from './derived-id';
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

export interface TakenIn {
  deviceId: string;
  position: number;
  /** False if the device came back. */
  created: boolean;
}

/** The device is already in repair. Carries its id and position, so that the refusal can show it. */
export class DeviceAlreadyInRepairError extends Error {
  constructor(
    readonly refusal: DomainError,
    readonly deviceId: string,
    readonly position: number,
  ) {
    super(refusal.message);
  }
}

export type Intake = Omit<TakeInDevice, 'type' | 'deviceId' | 'repairId' | 'at'>;

/**
 * Takes in the device that has the number, or a new one. Two concurrent intakes end at the same device: one takes it
 * in, the other finds it there.
 * @throws {DeviceAlreadyInRepairError} when the device is in repair
 */
export function takeIn(
  store: RepairsStore,
  intake: Intake,
  context: AppendContext,
  rules: ClaimRules,
): Promise<TakenIn> {
  const attempt = () => attemptTakeIn(store, intake, context, rules);
  return withOptimisticRetry(store, assetNumberStream(intake.assetNumber), attempt);
}

async function attemptTakeIn(
  store: RepairsStore,
  intake: Intake,
  context: AppendContext,
  rules: ClaimRules,
): Promise<TakenIn | null> {
  const claim = await readClaim(store, intake.assetNumber);
  const device = await deviceToTakeIn(store, claim, context.commandId);
  const { deviceId, history, position } = device;
  const occurredAt = momentAfter(device, rules.now());
  const ids = { deviceId, repairId: derivedId(context.commandId, 'repair') };
  const taking = decideAndAppend(store, deviceDecider, {
    ...{ stream: deviceStream(deviceId), history, context: { ...context, occurredAt } },
    command: { ...intake, ...ids, type: 'TakeInDevice', at: occurredAt },
    before: () => ensureClaimed(store, claim, device, context, rules),
  });
  const handled = await taking.catch((error: unknown) => {
    const isInRepair = error instanceof DomainError && error.code === 'device_exists';
    throw isInRepair ? new DeviceAlreadyInRepairError(error, deviceId, position) : error;
  });
  if (!handled) return null;
  return { deviceId, position: handled.position, created: handled.events.some(({ type }) => type === 'DeviceTakenIn') };
}

/**
 * The device this command has already taken in, whatever its number is now; else the claim's holder, if it has the
 * number or has no events yet; else the device this command makes.
 */
async function deviceToTakeIn(store: RepairsStore, claim: Claim, commandId: string): Promise<ReadDevice> {
  for (const deviceId of claim.formerHolders) {
    const former = await readDevice(store, deviceId);
    if (positionOfCommand(former, commandId) !== null) return former;
  }
  if (claim.holder !== null) {
    const holder = await readDevice(store, claim.holder);
    if (positionOfCommand(holder, commandId) !== null) return holder;
    if (holder.state.status === 'none' || hasAssetNumber(holder, claim.assetNumber)) return holder;
  }
  return readDevice(store, derivedId(commandId, 'device'));
}

/** A claim for a device without events is kept; any other is made again, after the device's stream has been read. */
async function ensureClaimed(
  store: RepairsStore,
  claim: Claim,
  device: ReadDevice,
  context: AppendContext,
  rules: ClaimRules,
): Promise<boolean> {
  if (hasAssetNumber(device, claim.assetNumber)) return true;
  if (claim.holder === device.deviceId && device.version === 0) return true;
  if (!(await setClaimAside(store, claim, device.deviceId, context, rules))) return false;
  return claimNumber(store, claim, device.deviceId, context);
}
