import { DomainError, type ErrorCode } from '@repairline/contracts/domain-error';
import { isStoreAway } from './store-away';

/** Somebody does not answer, or has not come so far: these pass without anybody's doing. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'service_unavailable',
  'store_unavailable',
  'views_behind',
  'conflict',
  'internal',
]);

/**
 * Whether an event itself may be what cannot be taken in, so that trying for ever leads nowhere. Of database errors those
 * are the classes 22 (data exception) and 23 (integrity constraint).
 */
export function isFaultOfEvent(error: unknown): boolean {
  if (error instanceof DomainError) return !passing.has(error.code);
  if (!(error instanceof Error)) return true;
  if (isStoreAway(error)) return false;
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code !== 'string' || /^(2[23]|ERR_)/u.test(code);
}
