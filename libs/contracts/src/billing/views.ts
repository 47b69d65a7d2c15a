import { z } from 'zod';

const moment = z.string().describe('ISO 8601, UTC');

/**
 * A completed repair to be billed: `GET /api/billing/completed`. `id` is that of the completed log, the `{repairId}` of
 * the billing call.
 */
export const billingItem = z.object({
  id: z.string(),
  barcodeNumber: z.string(),
  timestamp: moment,
  issue: z.string(),
  actions: z.string(),
  comments: z.string().nullable(),
  technician: z.string(),
  technicianId: z.string().nullable(),
  completed: z.literal(true),
  billingSent: z.boolean(),
  createdAt: moment,
  device: z.object({ id: z.string(), barcodeNumber: z.string(), billingNotes: z.string() }),
});
export type BillingItem = z.infer<typeof billingItem>;

/** Repairs completed by each technician, most first. */
const technicianCount = z.object({ technician: z.string(), count: z.number().int() });

/**
 * The cards of Completed Repairs, over all items that match `q`. They count repairs, not devices. `today` and
 * `thisWeek` are in the district's time zone.
 */
export const billingSummary = z.object({
  total: z.number().int(),
  thisWeek: z.number().int(),
  today: z.number().int(),
  pending: z.number().int(),
  sent: z.number().int(),
  todayByTechnician: z.array(technicianCount),
});
export type BillingSummary = z.infer<typeof billingSummary>;
