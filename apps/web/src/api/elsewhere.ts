import { isCallError } from './call-error';
import { notifyRenumbered } from './device-changes';

/**
 * Follows a device of whose renumbering nothing told this page: the refusal of a change names its number now. What was
 * typed stays, and can be sent again.
 */
export async function followElsewhere(
  { barcodeNumber }: { barcodeNumber: string },
  { queryFulfilled }: { queryFulfilled: Promise<unknown> },
): Promise<void> {
  try {
    await queryFulfilled;
  } catch (thrown) {
    const now = numberNow((thrown as { error?: unknown }).error);
    if (now !== undefined) notifyRenumbered(barcodeNumber, now);
  }
}

function numberNow(error: unknown): string | undefined {
  if (!isCallError(error) || error.body?.type !== 'device_elsewhere') return undefined;
  const { barcodeNumber } = error.body;
  return typeof barcodeNumber === 'string' ? barcodeNumber : undefined;
}
