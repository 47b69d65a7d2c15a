import { z } from 'zod';
import { defineCommand } from '../call';
import { expecting } from '../changed-meanwhile';
import { LIMITS, paragraph } from '../text';
import { billingItem } from './views';

/** `PATCH /api/admin/billing/{repairId}` */
export const billingMark = z.object({ billingSent: z.boolean('billingSent must be true or false') });
/** `PATCH /api/devices/{barcode}/billing-notes`; absent or null empties them. */
export const billingNotes = z.object({ billingNotes: paragraph('Billing Notes', LIMITS.remarks).nullish() });
export const billingNotesBody = expecting(billingNotes, billingItem.shape.device.pick({ billingNotes: true }));

/** Marks as sent, or as pending again. Admin only. */
export const MarkBillingItem = defineCommand(
  'repairline.billing.command.mark-billing-item',
  billingMark.extend({ itemId: z.string() }),
  billingItem,
);
/** By device id and number, which the gateway has looked up. Returns the notes as they are now. */
export const WriteBillingNotes = defineCommand(
  'repairline.billing.command.write-billing-notes',
  billingNotesBody.extend({ deviceId: z.string(), assetNumber: z.string() }),
  z.object({ billingNotes: z.string() }),
);
