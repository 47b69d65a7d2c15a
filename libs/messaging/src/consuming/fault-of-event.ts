import { DomainError, type ErrorCode } from '@repairline/contracts/domain-error';
import { isStoreAway } from '../store-away';

/** Somebody does not answer or is not up to date yet: this passes by itself. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'service_unavailable',
  'store_unavailable',
  'views_behind',
  'conflict',
  'internal',
]);

/**
 * Whether the event itself may be to blame, so that retrying forever would be pointless. For database errors, those of
 * the classes 22 (data exception) and 23 (integrity constraint).
 */
export function isFaultOfEvent(error: unknown): boolean {
  if (error instanceof DomainError) return !passing.has(error.code);
  if (!(error instanceof Error)) return true;
  if (isStoreAway(error)) return false;
  const code: unknown = 'code' in error ? error.code : undefined;
  return typeof code !== 'string' || /^(2[23]|ERR_)/u.test(code);
}
