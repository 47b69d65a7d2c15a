import { z } from 'zod';

/** With `deviceId`, a call is refused with device_elsewhere if the number is not, or no longer, that of this device. */
export const deviceTarget = { barcodeNumber: z.string(), deviceId: z.guid().optional() };
