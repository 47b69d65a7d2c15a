import type { AppendContext } from '@repairline/event-store/event-store';
import { assetNumberStream, deviceStream } from '../domain/asset-number';
import { assetNumberTaken } from '../domain/refusals';
import { derivedId } from './derived-id';
import { hasAssetNumber, readDevice, type Claim, type ReadDevice, type RepairsStore } from './device-stream';

// One device per number, without a transaction across two streams. README, 'Asset numbers', explains the protocol.

/** How long a claim may wait for its device to bear the number before others may set it aside. */
export const CLAIM_PATIENCE_MS = 10_000;

export interface ClaimRules {
  now: () => Date;
  patienceMs: number;
}

/** Claims a number at the version it was read at. False: somebody else has written since, read again. */
export async function claimNumber(
  store: RepairsStore,
  claim: Claim,
  deviceId: string,
  context: AppendContext,
): Promise<boolean> {
  const { assetNumber, version } = claim;
  const event = { type: 'AssetNumberClaimed', data: { deviceId, assetNumber } } as const;
  const result = await store.append(
    assetNumberStream(assetNumber),
    version,
    [{ event }],
    step(context, 'claim', claim),
  );
  return result.status === 'appended';
}

/** Frees a number if its claim is still the one that was read; a newer claim stays. */
export async function releaseNumber(
  store: RepairsStore,
  claim: Claim,
  deviceId: string,
  context: AppendContext,
): Promise<void> {
  const { assetNumber, version } = claim;
  const event = { type: 'AssetNumberReleased', data: { deviceId, assetNumber } } as const;
  await store.append(assetNumberStream(assetNumber), version, [{ event }], step(context, 'release', claim));
}

/**
 * Makes sure that the claim's holder can no longer take the number by this claim. False: read again.
 * @throws {DomainError} asset_number_taken when the holder has the number, or may be about to
 */
export async function setClaimAside(
  store: RepairsStore,
  claim: Claim,
  forDevice: string,
  context: AppendContext,
  { now, patienceMs }: ClaimRules,
): Promise<boolean> {
  if (claim.holder === null || claim.holder === forDevice) return true;
  const holder = await readDevice(store, claim.holder);
  if (hasAssetNumber(holder, claim.assetNumber)) throw assetNumberTaken(claim.assetNumber);
  if (claim.since && now().getTime() - claim.since.getTime() < patienceMs) throw assetNumberTaken(claim.assetNumber);
  return abandonClaim(store, claim, holder, context);
}

/** Raises the version of the holder's stream, so that a renumbering decided before this cannot be appended. */
async function abandonClaim(
  store: RepairsStore,
  claim: Claim,
  { deviceId, version }: ReadDevice,
  context: AppendContext,
): Promise<boolean> {
  const event = { type: 'AssetNumberChangeAbandoned', data: { deviceId, assetNumber: claim.assetNumber } } as const;
  const stream = deviceStream(deviceId);
  const result = await store.append(stream, version, [{ event }], step(context, `abandon@${version}`, claim));
  return result.status === 'appended';
}

/** Each step has its own command id: it is repeated when the version it builds on changes, not when the call is. */
function step(context: AppendContext, name: string, { assetNumber, version }: Claim): AppendContext {
  return { ...context, commandId: derivedId(context.commandId, `${name} ${assetNumber}@${version}`) };
}
